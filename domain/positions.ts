/** Plain positions for participants that came without one: for, against, then independent. */
const PLAIN = {
  for: "Argues for the proposition: yes.",
  against: "Argues against the proposition: no.",
  neutral: "Takes no side beforehand: weighs the arguments independently and says where they lead.",
};

export function plainPosition(index: number, side?: keyof typeof PLAIN): string {
  if (side) return PLAIN[side];
  return index === 0 ? PLAIN.for : index === 1 ? PLAIN.against : PLAIN.neutral;
}
