/** What a seat knows of the table: `openabyss.view(game, seat)`. */

export type Code = string;
export type Race = "jellyfish" | "crab" | "seahorse" | "shellfish" | "squid";

export interface LordHeld {
  id: number;
  disabled: boolean;
  location: number | null;
  used: boolean;
}

export interface SeatView {
  regent: number | null;
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

/** What the open question is about; told only to the one who is asked. */
export interface About {
  lord?: number;
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
  question: { kind: string; player: number | null; about?: About; legal?: number[] } | null;
  scores: number[] | null;
}
