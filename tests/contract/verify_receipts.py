"""Verifies signed exports as docs/receipts.md describes them: python verify_receipts.py keys.json x.receipt.json ..."""

import json
import sys
from base64 import urlsafe_b64decode
from hashlib import sha256

import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def digest(value):
    return sha256(rfc8785.dumps(value)).hexdigest()


def decoded(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read(path):
    # JSON has one kind of number, and Parley writes no integer that a double cannot hold.
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def require(holds, what):
    if not holds:
        sys.exit(f"{path}: {what} does not hold")


keys = {key["kid"]: key for key in read(sys.argv[1])["keys"]}
for kid, key in keys.items():
    thumbprint = sha256(rfc8785.dumps({name: key[name] for name in ("crv", "kty", "x")})).digest()
    if decoded(kid) != thumbprint:
        sys.exit(f"the key {kid} is not named by its thumbprint")

for path in sys.argv[2:]:
    export = read(path)
    receipt = export.pop("receipt")
    previous = sha256(export["debate"]["id"].encode()).hexdigest()
    for event in export["events"]:
        fields = {name: event[name] for name in ("id", "type", "at", "data")}
        previous = digest({"previous": previous, **fields})
        require(event["hash"] == previous, f"the hash of event {event['id']}")
    require(receipt["chain"] == {"events": len(export["events"]), "head": previous}, "the chain")
    require(receipt["content"] == digest(export), "the content")
    require(receipt["parts"] == {name: digest(part) for name, part in export.items()}, "a part")
    texts = export["prompts"]["texts"]
    shown = {prompt["id"]: prompt for prompt in export["prompts"]["turns"]}
    for turn in export["turns"]:
        if turn["id"] not in shown:
            continue
        prompt = shown[turn["id"]]
        messages = [
            {"role": message["role"], "content": [texts[place] for place in message["content"]]}
            for message in prompt["messages"]
        ]
        sent = {"system": texts[prompt["system"]], "messages": messages}
        if "output" in prompt:
            sent["output"] = prompt["output"]
        text = json.dumps(sent, ensure_ascii=False, separators=(",", ":"))
        require(sha256(text.encode()).hexdigest() == turn["promptSha256"], f"the prompt of {turn['id']}")
    signature = decoded(receipt.pop("signature"))
    key = Ed25519PublicKey.from_public_bytes(decoded(keys[receipt["keyId"]]["x"]))
    # Raises for a signature that is not this key's.
    key.verify(signature, rfc8785.dumps(receipt))
    print(f"receipt: {export['debate']['id']}, {len(export['events'])} events, {len(shown)} prompts")
