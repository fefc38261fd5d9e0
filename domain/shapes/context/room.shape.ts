/** The size of a prompt that did not fit. `capacity` null: the window is unknown. */
export interface Room {
  tokens: number;
  capacity: number | null;
  /** The provider refused it; otherwise it was found before the call. */
  refused: boolean;
}
