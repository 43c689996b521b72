"""Verifies the hashes in the evidence of a game of corrd: python3 check.py FILE.zip [SHA-256]"""
import hashlib, json, sys, zipfile

faults = 0

def fault(words):
    global faults
    faults += 1
    print("FAULT", words)

def sha(octets):
    return hashlib.sha256(octets).hexdigest()

whole = open(sys.argv[1], "rb").read()
print("the archive has the SHA-256", sha(whole))
if len(sys.argv) > 2 and sys.argv[2].lower() != sha(whole):
    fault("the archive is not the one with the SHA-256 %s" % sys.argv[2])
archive = zipfile.ZipFile(sys.argv[1])
files = {name: archive.read(name) for name in archive.namelist()}

# 1. Every file is the one that the manifest names.
named = dict(reversed(row.split("  ", 1)) for row in files["MANIFEST"].decode().splitlines())
for name in sorted(set(files) | set(named)):
    if name != "MANIFEST" and named.get(name) != sha(files.get(name, b"")):
        fault("%s is not the file that the manifest names" % name)

# 2. Each event has the hash that the events before it give.
events = [json.loads(row) for row in files["events.jsonl"].decode().split("\n") if row]
before = bytes(32)
for e in events:
    if e["line"] is None or e["erased"] is not None:
        before = bytes.fromhex(e["hash"])  # the line is not what it was: the hash is taken as it stands
        continue
    before = hashlib.sha256(before + e["line"].encode()).digest()
    if before.hex() != e["hash"]:
        fault("event %d does not have the hash that the events before it give" % e["seq"])
        break
print(len(events), "events; the last hash is", before.hex())

# 3. What stands beside an event, and the letter that brought it about, are as they were hashed.
for e in events:
    for b in e["beside"]:
        if b["salt"] is None or e["line"] is None:
            continue
        if b["name"] == "raw":
            text = files.get("letters/in/%d.eml" % json.loads(e["line"])["letter"], b"")
        else:
            text = b["text"].encode()
        hashed = sha(bytes.fromhex(b["salt"]) + text)
        if hashed != b["hash"] or '"%s"' % hashed not in e["line"]:
            fault("event %d: its %s is not what was hashed" % (e["seq"], b["name"]))

# 4. Each letter of corrd's names the hash of an event.
hashes = {e["hash"] for e in events}
receipts = 0
for name in sorted(files):
    if name.startswith("letters/out/"):
        for line in files[name].split(b"\r\n\r\n", 1)[0].replace(b"\r\n ", b" ").split(b"\r\n"):
            if line.lower().startswith(b"corrd-chain:"):
                receipts += 1
                if line.split(b":", 1)[1].strip().decode() not in hashes:
                    fault("%s names a hash that no event has" % name)
print(receipts, "receipts (Corrd-Chain) in letters that went out")

# 5. The seal names every file as it is here. Its signature is that of a letter: dkimverify verifies it.
if "seal.eml" in files:
    rows = files["seal.eml"].decode().split("\r\n\r\n", 1)[1].splitlines()
    sealed = dict(reversed(row.split("  ", 1)) for row in rows)
    for name in sorted(set(files) | set(sealed)):
        if name not in ("MANIFEST", "seal.eml") and sealed.get(name) != sha(files.get(name, b"")):
            fault("%s is not the file that was sealed" % name)
print("the signature of the seal is not verified here" if "seal.eml" in files else "there is no seal")

print("hashes alone are verified here; corrctl dispute verify also decides every event again")
print("%d faults" % faults if faults else "no fault found")
sys.exit(1 if faults else 0)
