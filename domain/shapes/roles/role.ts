/** A role: who an agent is, and what it looks for when it proposes, criticises and refines. */
export interface Role {
  name: string;
  title: string;
  /** Begins the system prompt of an agent without one of its own. */
  system: string;
  propose: string;
  critique: string;
  refine: string;
}
