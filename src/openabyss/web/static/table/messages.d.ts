/** What the server sends, and what the table keeps of it. */

export type Code = string;
export type Race = "jellyfish" | "crab" | "seahorse" | "shellfish" | "squid";

export interface LordHeld {
  id: number;
  disabled: boolean;
  location: number | null;
  used: boolean;
}

export interface SeatView {
  pearls: number;
  key_tokens: number;
  keys: number;
  bought: number;
  affiliated: Code[];
  lords: LordHeld[];
  locations: number[];
  loot: Record<string, number[]>;
  nebulis: number;
  wounds: number;
  trophies: number[];
  hand_size: number;
  hand: Code[] | null;
  monster_token_count: number;
  leviathan_token_count: number;
  monster_tokens: (number | string)[] | null;
}

export interface Sentinel {
  lord: number;
  owner: number;
  area: string | null;
  target: number | string | null;
}
export interface Beast {
  id: number;
  levels_lost: number;
}

export interface View {
  seat: number | null;
  players: number;
  is_over: boolean;
  turn: number;
  active: number;
  extra_turns: number;
  ending_player: number | null;
  empty_sea: number | null;
  threat: number;
  price: number;
  seats: SeatView[];
  track: Code[];
  exploration_deck_size: number;
  exploration_discard_size: number;
  council_sizes: Record<Race, number>;
  court: number[];
  lord_deck_size: number;
  lord_discard: number[];
  available_locations: number[];
  drawn_locations: number[];
  location_deck_size: number;
  monster_pool_size: number;
  kraken_figure: number | null;
  sentinels: Sentinel[];
  available_loot: Record<string, number[]>;
  loot_deck_size: number;
  border: Record<string, Beast>;
  drawn_leviathans: number[];
  leviathans_out: number[];
  leviathan_deck_size: number;
  leviathan_pool_size: number;
  scourge: number | null;
  payment: Code[];
  scores: number[] | null;
}

export interface Person {
  seat: number;
  name: string;
  kind: "person" | "computer" | "open" | "regent";
  level: string | null;
  connected: boolean;
  away: boolean;
  local: boolean;
}
export interface Action {
  text: string;
  label: string;
  reveals: boolean;
  hint?: string;
}
export interface Refusal {
  text: string;
  why: string;
}
export interface Question {
  kind: string;
  player: number;
  mine: boolean;
  prompt: string;
  actions: Action[];
  refused: Refusal[];
  payments?: Payment[];
}
export interface Payment {
  cards: Code[];
  pearls: number;
  nebulis: number;
}
export interface Offer {
  lord: number;
  affordable: boolean;
  cost: number;
  printed: number;
  why: string[];
  payments: Payment[];
  shortfall: number;
  races?: number;
  race?: Race | null;
  refusal?: string | null;
}
export interface Happening {
  kind: string;
  player: number;
  amount: number | string;
  what: number | string | null;
}
export interface LogLink {
  kind: string;
  id: number;
  name: string;
}
export interface LogLine {
  n: number;
  text: string;
  links: LogLink[];
  player: number;
}

export interface Update {
  type: "update";
  revision: number;
  hash: string;
  config?: { players: number; kraken: boolean; leviathan: boolean };
  view: View;
  people: Person[];
  question: Question | null;
  offers: Offer[];
  worth?: Record<string, number>;
  preview: { seat: number; score: number | null; known: number; locations?: Record<string, number> }[];
  undo: { can_undo: boolean; can_redo: boolean; can_restart: boolean };
  events: Happening[];
  undone?: boolean;
  log: LogLine[];
  log_from?: number;
  turn_of: number;
  over: boolean;
  results_url: string | null;
  rematch_url?: string | null;
  commitment: string;
  seed: number | null;
}
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: string;
  seat: number | null;
  seats: number[];
  levels?: string[];
  chat?: Omit<ChatLine, "type">[];
}
export interface Ack {
  type: "ack";
  id: string;
  revision: number;
  url?: string;
}
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  message: string;
  revision: number;
}
export interface ChatLine {
  type: "chat";
  n: number;
  seat: number | null;
  name: string;
  text: string;
  at: string;
}
export interface Hint {
  type: "hint";
  id: string;
  action: string;
  text: string;
}

export type ServerMessage =
  | Update
  | Welcome
  | Ack
  | Refused
  | ChatLine
  | Hint
  | { type: "presence"; people: Person[] }
  | { type: "thinking"; seat: number }
  | { type: "pong"; revision?: number }
  | { type: "bye"; reason: string };

/** A message to the server; commands get an id, and a revision where the order matters. */
export interface Command {
  type: string;
  id?: string;
  [field: string]: unknown;
}

export interface LordCard {
  name: string;
  guild: string;
  guild_name: string;
  cost: number;
  races: number;
  race: Race | null;
  influence: number;
  keys: number;
  timing: string;
  timing_text: string;
  text: string;
  rulings: string[];
  facts: string;
}
export interface LocationCard {
  name: string;
  formula: string;
  text: string;
  rulings: string[];
}
export interface LeviathanCard {
  name: string;
  race: Race;
  fighters: Race[];
  levels: [number, number][];
  attack: string;
  text: string;
}
export interface Dictionary {
  lords: Record<string, LordCard>;
  locations: Record<string, LocationCard>;
  leviathans: Record<string, LeviathanCard>;
  allies: Record<string, string>;
  tokens: Record<string, string>;
  races: Record<string, string>;
  rewards: Record<string, string>;
  zones: Record<string, string>;
}
