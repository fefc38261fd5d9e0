/** Words for yes and no in many languages, so that an answer or a side in one is an option in another. */
import { comparable } from "../../base/text/comparable.text.ts";

/** As an answer is written. No word says yes in one language and no in another. */
export const YES_AND_NO: readonly (readonly [yes: string, no: string])[] = [
  ["yes", "no"],
  ["ja", "nein"],
  ["ja", "nee"],
  ["ja", "nej"],
  ["ja", "nei"],
  ["já", "nei"],
  ["oui", "non"],
  ["sí", "no"],
  ["sì", "no"],
  ["sim", "não"],
  ["da", "nu"],
  ["da", "ne"],
  ["ano", "ne"],
  ["áno", "nie"],
  ["tak", "nie"],
  ["да", "нет"],
  ["да", "не"],
  ["так", "ні"],
  ["ναι", "όχι"],
  ["kyllä", "ei"],
  ["jah", "ei"],
  ["jā", "nē"],
  ["taip", "ne"],
  ["igen", "nem"],
  ["evet", "hayır"],
  // Its capitals without the Turkish rule.
  ["evet", "hayir"],
  ["bəli", "xeyr"],
  ["po", "jo"],
  ["bai", "ez"],
  ["نعم", "لا"],
  ["بله", "نه"],
  ["ہاں", "نہیں"],
  ["כן", "לא"],
  ["हाँ", "नहीं"],
  ["হ্যাঁ", "না"],
  ["ஆம்", "இல்லை"],
  ["అవును", "కాదు"],
  ["ใช่", "ไม่ใช่"],
  ["có", "không"],
  ["ya", "tidak"],
  ["ndiyo", "hapana"],
  ["是", "否"],
  ["是的", "不是"],
  ["はい", "いいえ"],
  ["예", "아니요"],
  ["네", "아니오"],
  ["true", "false"],
  ["wahr", "falsch"],
  ["vrai", "faux"],
  ["for", "against"],
  ["dafür", "dagegen"],
  ["pour", "contre"],
  ["agree", "disagree"],
];

const POLARITIES = new Map(
  YES_AND_NO.flatMap(([yes, no]) => [[comparable(yes), "yes"] as const, [comparable(no), "no"] as const]),
);

export function polarityOf(text: string): "yes" | "no" | null {
  return POLARITIES.get(comparable(text)) ?? null;
}
