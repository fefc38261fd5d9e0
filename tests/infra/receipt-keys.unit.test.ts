import { generateKeyPairSync, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { publicKeyOf } from "../../features/receipts/api/keys.api.ts";
import { keyOfSeed, parseReceiptKeys } from "../../infra/base/receipt-keys.ts";

const pemOf = (kind: "ed25519" | "x25519") => {
  const pair = kind === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("x25519");
  return pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
};

test("Keys are read from seeds and from PEM, in their order.", () => {
  const seeds = [randomBytes(32), randomBytes(32)];
  const kids = seeds.map((seed) => publicKeyOf(keyOfSeed(seed.toString("base64"))).kid);
  for (const encoding of ["base64", "base64url"] as const)
    expect(
      parseReceiptKeys(seeds.map((seed) => seed.toString(encoding)).join(", ")).map((key) => publicKeyOf(key).kid),
    ).toEqual(kids);
  const pems = [pemOf("ed25519"), pemOf("ed25519")];
  const two = parseReceiptKeys(pems.join(""));
  expect(two.map((key) => key.export({ format: "pem", type: "pkcs8" }))).toEqual(pems);
  expect(parseReceiptKeys(pems.join("").replaceAll("\n", "\\n"))).toHaveLength(2);
});

test("The key of RFC 8032's first test has its public key.", () => {
  const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
  const x = Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex").toString(
    "base64url",
  );
  expect(publicKeyOf(keyOfSeed(seed.toString("base64"))).x).toBe(x);
});

test("What is no Ed25519 key is refused, and never repeated.", () => {
  const seed = randomBytes(32).toString("base64");
  for (const wrong of [
    "planted-secret",
    randomBytes(31).toString("base64"),
    `${seed},`,
    `${seed}, ${seed}`,
    pemOf("x25519"),
    pemOf("ed25519").replace("M", "-"),
    `${pemOf("ed25519")} planted-secret`,
  ])
    expect(() => parseReceiptKeys(wrong)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("planted") }),
    );
});
