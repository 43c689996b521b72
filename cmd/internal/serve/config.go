package serve

import (
	_ "embed"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/templates/texts"
	"github.com/BurntSushi/toml"
)

// sample is the sample configuration up to the terms, which are game's.
//
//go:embed corrd.toml
var sample string

// Sample is the sample configuration: every key with its default and what it
// means.
func Sample() string {
	var b strings.Builder
	b.WriteString(sample)
	for _, line := range terms.Default().Lines() {
		key, value := cutTerm(line)
		fmt.Fprintf(&b, "%s = %q\n", strings.ReplaceAll(key, " ", "_"), value)
	}
	return b.String()
}

// cutTerm splits a term, as a challenge writes it, into its key, which may be two words, and
// its value.
func cutTerm(line string) (key, value string) {
	key, value, _ = strings.Cut(line, " ")
	if _, refusal := codes.ParseTerms([]interpret.Term{{Key: key, Value: value}}, terms.Default()); refusal == "" {
		return key, value
	}
	more, rest, _ := strings.Cut(value, " ")
	return key + " " + more, rest
}

// Config is what the file says. The sample explains every key.
type Config struct {
	Server     ServerConfig     `toml:"server"`
	Store      StoreConfig      `toml:"store"`
	IMAP       IMAPConfig       `toml:"imap"`
	SMTPIn     SMTPInConfig     `toml:"smtp_in"`
	Submission SubmissionConfig `toml:"submission"`
	Identity   IdentityConfig   `toml:"identity"`
	Limits     LimitsConfig     `toml:"limits"`
	Post       PostConfig       `toml:"post"`
	Telegraph  TelegraphConfig  `toml:"telegraph"`
	Terms      map[string]any   `toml:"terms"`
	Umpire     UmpireConfig     `toml:"umpire"`
	Metrics    MetricsConfig    `toml:"metrics"`
	Site       SiteConfig       `toml:"site"`

	// Lease is watch.Node's; no file says it.
	Lease time.Duration `toml:"-"`
}

// ServerConfig is the name and the addresses of corrd, and where corrd keeps its files.
type ServerConfig struct {
	Name      string `toml:"name"`
	Domain    string `toml:"domain"`
	Address   string `toml:"address"`
	Delimiter string `toml:"delimiter"`
	Dir       string `toml:"dir"`
	Zone      string `toml:"zone"`
	Postal    string `toml:"postal"`
	Paper     string `toml:"paper"`

	Secretary    string `toml:"secretary"`
	Registration string `toml:"registration"`
}

// StoreConfig is the database that holds the store, for a store that is not a file in the folder.
type StoreConfig struct {
	URL          string `toml:"url"`
	PasswordFile string `toml:"password_file"`
}

// IMAPConfig is the mailbox from which corrd reads letters.
type IMAPConfig struct {
	Host         string        `toml:"host"`
	Port         int           `toml:"port"`
	User         string        `toml:"user"`
	PasswordFile string        `toml:"password_file"`
	TLS          string        `toml:"tls"`
	InClearTo    string        `toml:"in_clear_to"`
	Auth         string        `toml:"auth"`
	Mailbox      string        `toml:"mailbox"`
	Processed    string        `toml:"processed"`
	Rejected     string        `toml:"rejected"`
	Poll         time.Duration `toml:"poll"`
}

// SMTPInConfig is where mail is taken directly.
type SMTPInConfig struct {
	Listen     string `toml:"listen"`
	LMTPListen string `toml:"lmtp_listen"`
	LMTPGroup  string `toml:"lmtp_group"`
	TLS        string `toml:"tls"`
}

// SubmissionConfig is where letters are handed in.
type SubmissionConfig struct {
	Host         string `toml:"host"`
	Port         int    `toml:"port"`
	User         string `toml:"user"`
	PasswordFile string `toml:"password_file"`
	TLS          string `toml:"tls"`
	InClearTo    string `toml:"in_clear_to"`
	Auth         string `toml:"auth"`
}

// IdentityConfig is whom to believe and how to be believed.
type IdentityConfig struct {
	AuthservID   string `toml:"authserv_id"`
	Hops         int    `toml:"hops"`
	SecretFile   string `toml:"secret_file"`
	DKIMSelector Words  `toml:"dkim_selector"`
	DKIMKeyFile  Words  `toml:"dkim_key_file"`
}

// Words are a key that holds one word or several: a list, or a text with spaces between them.
type Words []string

// UnmarshalTOML reads a text or a list of texts.
func (w *Words) UnmarshalTOML(value any) error {
	*w = nil
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, item := range list {
		text, ok := item.(string)
		if !ok {
			return fmt.Errorf("%v is no text", item)
		}
		*w = append(*w, strings.Fields(text)...)
	}
	return nil
}

// LimitsConfig bounds what corrd takes and answers.
type LimitsConfig struct {
	LetterBytes    int64 `toml:"letter_bytes"`
	Parts          int   `toml:"parts"`
	Depth          int   `toml:"depth"`
	AnswersPerDay  int   `toml:"answers_per_day"`
	AnswersPerHour int   `toml:"answers_per_hour"`
	FreeSpace      int64 `toml:"free_space"`
	StrangerBytes  int64 `toml:"stranger_bytes"`
	Invitations    int   `toml:"invitations_per_day"`
	// letters to people who are not registered, in all
	InvitationsInAll int      `toml:"invitations_per_day_in_all"`
	StrangersInAll   int      `toml:"strangers_per_day"`
	Providers        []string `toml:"providers"`
}

// UmpireConfig is whom to tell.
type UmpireConfig struct {
	Address string `toml:"address"`
}

// MetricsConfig is where figures are to be had.
type MetricsConfig struct {
	Listen string `toml:"listen"`
}

// SiteConfig is where the reading room lies.
type SiteConfig struct {
	Dir   string `toml:"dir"`
	Words string `toml:"words"`

	// Every is how often something new to show is looked for; 0 means reading.Every. No file says
	// so, but tests do.
	Every time.Duration `toml:"-"`
}

// Load reads the configuration in a file. The error names the key that is wrong and says how to
// mend the key; for an unknown key the error also names the nearest known one.
func Load(path string) (Config, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return Config{}, fmt.Errorf("%w; corrd serve --sample > %s writes one to begin with", err, path)
	}
	if err != nil {
		return Config{}, err
	}
	c, err := Parse(string(text))
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return c, err
}

// Parse reads the text of a configuration over the defaults, and checks the result.
func Parse(text string) (Config, error) {
	c, _, err := decode(Config{}, Sample())
	if err != nil {
		return c, fmt.Errorf("sample: %w", err)
	}
	c, read, err := decode(c, text)
	if err != nil {
		return c, err
	}
	if unknown := read.Undecoded(); len(unknown) > 0 {
		key := unknown[0].String()
		return c, located(text, wrongKey{key, fmt.Sprintf("there is no key %s; the nearest is %s", unknown[0], nearestKey(key))})
	}
	return c, located(text, c.check())
}

// decode reads text over c. A term that the text does not mention stays as c has the term.
func decode(c Config, text string) (Config, toml.MetaData, error) {
	terms := c.Terms
	c.Terms = nil
	read, err := toml.Decode(text, &c)
	var wrong toml.ParseError
	if errors.As(err, &wrong) {
		err = fmt.Errorf("line %d: %s; a configuration is TOML, in which each line has a key, = and a value, and corrd serve --sample prints one", wrong.Position.Line, wrong.Message)
	}
	merged := map[string]any{}
	for _, from := range []map[string]any{terms, c.Terms} {
		for key, value := range from {
			merged[key] = value
		}
	}
	c.Terms = merged
	return c, read, err
}

// nearestKey is the key of the sample that is most like an unknown key.
func nearestKey(key string) string {
	_, read, _ := decode(Config{}, Sample())
	var known []string
	for _, k := range read.Keys() {
		known = append(known, k.String())
	}
	return terms.Nearest(key, known)
}

// terms are the terms of a challenge that says nothing.
func (c *Config) terms() (terms.Terms, error) {
	usual := terms.Default()
	carriage, err := c.carriage()
	if err != nil {
		return usual, err
	}
	if !carriage.AreDefault() {
		usual.Carriage = &carriage
	}
	var written []interpret.Term
	for key, value := range c.Terms {
		term := interpret.Term{Key: key, Value: termValue(value)}
		if line := strings.ReplaceAll(key, "_", " ") + " " + term.Value; !slices.Contains(terms.Default().Lines(), line) {
			written = append(written, term)
		}
	}
	slices.SortFunc(written, func(a, b interpret.Term) int { return strings.Compare(a.Key, b.Key) })
	usual, refusal := codes.ParseTerms(written, usual)
	if refusal != "" {
		return usual, fmt.Errorf("terms: %s", texts.Because(refusal))
	}
	return usual, nil
}

// termValue is a value in the form in which a challenge would write the value.
func termValue(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	words := make([]string, len(list))
	for i, item := range list {
		words[i] = fmt.Sprint(item)
	}
	return strings.Join(words, ", ")
}

// site is the address corrd writes from.
func (c *Config) site() mailer.Site {
	local, _, _ := strings.Cut(c.Server.Address, "@")
	site := mailer.Site{Local: local, Domain: c.Server.Domain}
	if c.Server.Delimiter != "" {
		site.Delimiter = c.Server.Delimiter[0]
	}
	return site
}

// Socket is the path of the control socket.
func (c *Config) Socket() string { return filepath.Join(c.Server.Dir, "corrd.sock") }

// usualPorts are the ports of the protocols, by how they are spoken.
var usualPorts = map[string]map[transport.Security]int{
	"imap":       {transport.Implicit: 993, transport.StartTLS: 143, transport.InClear: 143, transport.InClearAnywhere: 143},
	"submission": {transport.Implicit: 465, transport.StartTLS: 587, transport.InClear: 25, transport.InClearAnywhere: 25},
}

// security is how a server is spoken to: in the clear with another machine only where
// the file names that machine twice.
func security(tls, host, inClearTo string) transport.Security {
	if s := transport.Security(tls); s != transport.InClear || inClearTo == "" || inClearTo != host {
		return s
	}
	return transport.InClearAnywhere
}

// isThisMachine tells the names of a server that no other machine can be.
func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return ip.IsLoopback() || strings.EqualFold(host, "localhost")
}

// server is the address of a server to dial.
func server(section, host string, port int, security transport.Security) string {
	if port == 0 {
		port = usualPorts[section][security]
	}
	return net.JoinHostPort(host, strconv.Itoa(port))
}

// secret is what is in the file or, without one, in the environment.
func secret(file, variable string) transport.Secret {
	if file != "" {
		return transport.SecretFile(file)
	}
	return func() (string, error) {
		if s := os.Getenv(variable); s != "" {
			return s, nil
		}
		return "", fmt.Errorf("no password: set password_file, or %s in the environment", variable)
	}
}
