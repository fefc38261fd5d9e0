/** Whether a position says yes. The demo reads only the words that usually say no. */
const NO = /(?:^|[^\p{L}])(?:no|not|never|against|oppos\p{L}*|keep|nein|nicht|kein\p{L}*|gegen|niemals)(?![\p{L}])/iu;

export function isYes(position: string): boolean {
  return !NO.test(position);
}
