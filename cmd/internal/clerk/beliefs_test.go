package clerk_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// belief is a sentence, and the tests that hold it.
type belief struct {
	sentence string
	tests    []string
}

// beliefs are the sentences of "What corrd believes" in OPERATING.md, and for each the tests that
// hold it, by their folders.
var beliefs = []belief{
	{"Anybody can write any From line. corrd believes this, and nothing else.", []string{"cmd/internal/local.TestForgedSenderIsHeld", "mailer/parse.TestOnlyFromNamesTheAuthor"}},
	{"A reply address contains a key of 128 bits for one seat and one turn, or for one question.",
		[]string{"mailer.TestKeysHave128Bits", "mailer.TestKeysBindEverything", "cmd/internal/clerk.TestKeyOfAQuestion", "cmd/internal/clerk.TestTwoPreviewsHaveTwoKeys"}},
	{"With the right key of a seat and a From on file a letter acts, unless its domain disowns it or its signature is weak (see below); else it is held, and the address on file is asked.",
		[]string{"cmd/internal/clerk.TestRightKeyAndItsWriter", "cmd/internal/clerk.TestRightKeyWithAPartialSignature", "cmd/internal/local.TestStrangerWithAKeyIsHeldUntilTheAddressOnFileSaysYes"}},
	{"A wrong key has no effect.", []string{"cmd/internal/local.TestWrongKeyHasNoEffectAndNoAnswer", "mailer.TestRandomKeysAreWrong"}},
	{"Without a key nothing is played: moves, challenges and registrations wait for a `yes`, some of which a DMARC pass makes unnecessary; what its domain disowns is filed.",
		[]string{"cmd/internal/local.TestNoKeyIsCountersigned", "cmd/internal/clerk.TestWithoutAKeyNothingIsDone", "cmd/internal/clerk.TestSeveralChallengesWithoutProofAreCountersignedTogether",
			"cmd/internal/clerk.TestOnlyYesOrTheNameConfirms", "cmd/internal/clerk.TestALetterThatFailsAndHasNoKeyIsFiledUnanswered"}},
	{"With a pass, a reply that lost its Reply-To bears the key of the letter that its In-Reply-To names, if that was handed over to this very address, for `yes`, `no`, `accept` and `decline` only.",
		[]string{"cmd/internal/clerk.TestAnswerWithoutItsReplyTo", "cmd/internal/clerk.TestRegistrationWithoutItsReplyTo", "cmd/internal/clerk.TestMessageIDNamesBytes"}},
	{"A released letter counts from the release, or as house:20 says.", []string{"cmd/internal/clerk.TestHeldLettersAreNoFreeClock", "cmd/internal/clerk.TestConfirmedInTimeCountsFromReceipt"}},
	{"Of each kind (a right key, a pass, neither) 20 letters and 5 MiB of the last 30 days wait for one player, and no kind spends another's.",
		[]string{"cmd/internal/clerk.TestForgedLettersTakeNoRoom", "cmd/internal/clerk.TestNinetyLongLettersHeld"}},
	{"Five a day and seat are asked about at once, and one a day and player without proof; one question on the next day lists the others.",
		[]string{"cmd/internal/clerk.TestFiveQuestionsADay", "cmd/internal/clerk.TestForgedLettersTakeNoRoom", "cmd/internal/clerk.TestUnaskedAreAskedAboutLater"}},
	{"Beyond that SMTP and LMTP answer 452; by IMAP the letter is filed, and the next question names it.",
		[]string{"cmd/internal/serve.TestDoorsRefuseHeldLettersBeyondTheRoom", "cmd/internal/clerk.TestMailboxLettersBeyondTheRoomAreNamed"}},
	{"The author is the one address in From.", []string{"mailer/parse.TestOnlyFromNamesTheAuthor", "mailer/parse.TestPassForPlainAuthors"}},
	{"A header that two readers can understand in two ways is never \"pass\"; `smtp_in.listen` refuses it with 554, bounces excepted.",
		[]string{"mailer/parse.TestNoPassForAHeaderThatIsReadInTwoWays", "mailer/parse.TestNoPassForASecondSingleField", "mailer/parse.TestDoorRefusesAHeaderThatIsReadInTwoWays"}},
	{"Where only a signature vouches for such a letter, the signature counts as weak (see below).", []string{"cmd/internal/clerk.TestAlteredFormIsHeldAndAsked"}},
	{"An address in which another reader may see another address counts as disowned.", []string{"mailer/parse.TestNoPassForAHeaderThatIsReadInTwoWays"}},
	{"A letter with corrd's own address in From is filed.", []string{"cmd/internal/clerk.TestInOwnName"}},
	{"With `smtp_in.listen` corrd checks SPF, DKIM and DMARC itself.", []string{"mailer/parse.TestCheckOfTheAuthorsDomain", "mailer/parse.TestReceiverPassesTheVerdictOn"}},
	{"Else it believes the `Authentication-Results` of `identity.authserv_id` above the `identity.hops`-th Received line from the top; the sender may have written everything below.",
		[]string{"mailer/parse.TestResultsAreBelievedAboveOurOwnHosts", "cmd/corrd.TestForgedResultsBehindPostfixAndOpenDMARC"}},
	{"One fail there, or one line about another organisation's domain, makes \"fail\"; one unreadable line makes \"none\".",
		[]string{"mailer/parse.TestResultsAreBelievedAboveOurOwnHosts", "mailer/parse.TestForeignWordsInResultsSayNothing"}},
	{"A pass by the sending host (SPF) proves the letter whole; one by a signature alone only if this covers Subject, Content-Type and a To or Cc with corrd's address.",
		[]string{"mailer/parse.TestOrdinaryLettersAreProved", "mailer/parse.TestSignatureMustCoverTheSubject", "mailer/parse.TestReplayIsNoFullProof", "mailer/parse.TestWhatAnotherHostsVerdictRestsOn"}},
	{"With a weaker signature a letter without a key counts as unproved; one with a seat's key acts if Subject and Message-ID are signed, the Message-ID is new, and its parts can be read in one way only; " +
		"one with the key of a question answers that question alone.",
		[]string{"cmd/internal/clerk.TestUnkeyedWordsOfAPartialSignatureDoNotAct", "cmd/internal/clerk.TestRightKeyWithAPartialSignature", "mailer/parse.TestAlteredFormIsNoProof",
			"cmd/internal/clerk.TestPartialSignatureAndTheKeyOfAQuestion"}},
	{"After a jump of a day no flag falls until `corrctl clock accept`.", []string{"cmd/internal/clerk.TestClockThatJumpsStopsTheFlags", "cmd/internal/clerk.TestClockSetByADay"}},
}

// TestBeliefs: each sentence of what corrd believes is held by tests that there are, and the list
// of them has no sentence that the page has not.
func TestBeliefs(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "OPERATING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## What corrd believes\n")
	section, _, ok := strings.Cut(section, "\ncorrd does not defend against:\n")
	if !ok {
		t.Fatal("OPERATING.md does not say what corrd believes")
	}
	for _, paragraph := range strings.Split(strings.TrimSpace(section), "\n\n") {
		for _, sentence := range sentences(paragraph) {
			if !slices.ContainsFunc(beliefs, func(b belief) bool { return b.sentence == sentence }) {
				t.Errorf("no test is named that holds: %s", sentence)
			}
		}
	}
	all := strings.Join(strings.Fields(strings.ReplaceAll(section, "**", "")), " ")
	for _, b := range beliefs {
		if !strings.Contains(all, b.sentence) {
			t.Errorf("the page does not say: %s", b.sentence)
		}
		if len(b.tests) == 0 {
			t.Errorf("no test holds: %s", b.sentence)
		}
		for _, test := range b.tests {
			folder, name, _ := strings.Cut(test, ".")
			if !hasTest(t, folder, name) {
				t.Errorf("there is no %s, which is to hold: %s", test, b.sentence)
			}
		}
	}
}

var (
	heading  = regexp.MustCompile(`^\*\*[^*.]*\.\*\* `)
	nextOne  = regexp.MustCompile("[.] +[A-Z`]")
	emphasis = strings.NewReplacer("**", "")
)

// sentences returns the sentences of a paragraph, without its heading.
func sentences(paragraph string) (all []string) {
	rest := emphasis.Replace(heading.ReplaceAllString(strings.Join(strings.Fields(paragraph), " "), ""))
	for at := nextOne.FindStringIndex(rest); at != nil; at = nextOne.FindStringIndex(rest) {
		all, rest = append(all, rest[:at[0]+1]), strings.TrimLeft(rest[at[0]+1:], " ")
	}
	return append(all, rest)
}

// hasTest reports whether a folder has a test of a name.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(t *testing.T) {") {
			return true
		}
	}
	return false
}
