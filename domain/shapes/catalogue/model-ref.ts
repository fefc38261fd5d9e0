/** A model, as plans and requests name it. */

/** USD per million tokens. */
export interface ModelPrice {
  input: number;
  cachedInput: number | null;
  output: number;
}

export interface ModelRef {
  provider: string;
  /** The provider's own name of the model, without the provider. */
  model: string;
  /** The owner's price, in place of the price library's. */
  priceUsdPerMTok?: ModelPrice;
}

/** A model with the options that a request gives it. What it lacks is as its place has it. */
export interface ChosenModel extends ModelRef, Partial<Omit<CallSettings, keyof ModelRef>> {}

/** A model with the settings of a call. */
export interface CallSettings extends ModelRef {
  temperature: number;
  /** Mass of the most likely tokens that are drawn, above 0 to 1; left out: the provider's own. */
  topP?: number;
  maxOutputTokens: number;
  /** Tokens; left out: as the catalogue says. */
  contextWindow?: number;
  /** Whether the model takes images; left out: as is known of it. */
  images?: boolean;
}
