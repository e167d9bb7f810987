/** What client and server say to each other. Written by `make protocol`, not by hand. */

/** The first message: which seat the client looks from. It may be sent again to change that. */
export interface Hello {
  type: "hello";
  have?: number;
  seat?: number | null;
}

/** An answer to the open question. */
export interface Answer {
  type: "answer";
  id: string;
  revision: number;
  seat: number;
  action: string;
}

/** A whole payment for a lord, instead of one answer for each card. */
export interface Pay {
  type: "pay";
  id: string;
  revision: number;
  seat: number;
  cards: string[];
  nebulis?: number;
}

/** Undo the last answer of this seat, as long as nothing was revealed and nobody else has decided. */
export interface Undo {
  type: "undo";
  id: string;
  revision: number;
  seat: number;
}

/** Redo the last undone answer. */
export interface Redo {
  type: "redo";
  id: string;
  revision: number;
  seat: number;
}

/** Undo everything in this turn that can be undone. */
export interface Restart {
  type: "restart";
  id: string;
  revision: number;
  seat: number;
}

/** Ask for the standing orders of a seat, or replace them by these; the reply is `orders`. */
export interface SeatOrders {
  type: "orders";
  id: string;
  seat: number;
  orders?: StandingOrders | null;
}

/** Send a message to everyone at the table. Players see those of spectators only when the game is over. */
export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

/** Ask a computer what it would answer; other players do not see it. */
export interface Hint {
  type: "hint";
  id: string;
  seat?: number | null;
}

/** Ask for the consequences of every answer that a seat can give. */
export interface Explain {
  type: "explain";
  id: string;
  seat: number;
  action?: string | null;
}

/** Ask what every seat would score now, or has scored, by category. */
export interface Scores {
  type: "scores";
  id: string;
}

/** Let a computer play a seat, or take it back. */
export interface SeatChange {
  type: "seat";
  id: string;
  seat: number;
  computer: string | null;
}

/** Concede for one of your seats, for good: the others win. If others play on, a computer plays the seat to the end, and it is placed last. */
export interface Concede {
  type: "concede";
  id: string;
  seat: number;
}

/** Propose to end the game, or agree to such a proposal: the game ends when all people at the table have agreed. */
export interface Propose {
  type: "propose";
  id: string;
  seat: number;
  end: "scored" | "void" | null;
}

/** Set up a new table after the end, with the seats moved on by one. The update then gives its address. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Answered by `pong`; also keeps the connection alive. */
export interface Ping {
  type: "ping";
}

/** Answers to be given for a seat. They are shown to its owner only, stored with the seat, and given after a time that the owner might have taken. */
export interface StandingOrders {
  offers?: OfferOrder[];
  only_answers?: boolean;
  sensible_answers?: boolean;
  while_away?: boolean;
  plan?: Plan;
  dropped?: DroppedPlan;
}

/** What to do with an ally offered by an explorer, if it meets all conditions that are given. */
export interface OfferOrder {
  does: "decline" | "ask";
  race?: "jellyfish" | "crab" | "seahorse" | "shellfish" | "squid";
  worth_from?: number;
  worth_to?: number;
  price_from?: number;
  price_to?: number;
  left_below?: number;
  suspended?: boolean;
}

/** What to do on a seat's next turn, if it is then possible exactly as planned. */
export interface Plan {
  action: string;
  turn: number;
  size?: number;
  cost?: number;
  cards?: string[];
  pearls?: number;
  nebulis?: number;
}

/** A plan that was no longer possible when the turn came. */
export interface DroppedPlan {
  plan: Plan;
  why: "late" | "illegal" | "stack" | "price" | "payment";
}

/** The reply to `hello`: the seat that the client looks from (null for a spectator) and all its seats. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: string;
  seat: number | null;
  seats: number[];
  language: string;
  server: string;
  levels: string[];
  stand_in: string;
  grace: number;
  chat: ChatLine[];
  is_chat_closed: boolean;
}

/** The whole table as one seat sees it. Clients show it and compute nothing. */
export interface Update {
  type: "update";
  revision: number;
  hash: string;
  config: Config;
  view: View;
  people: Person[];
  question: QuestionShown | null;
  offers: Offer[];
  worth: Record<string, number[]>;
  fights: Record<string, FightShown>;
  one_lord_left: number[];
  preview: Preview[];
  undo: UndoShown;
  undone: boolean;
  events: EventShown[];
  log_from: number;
  log: LogLine[];
  turn_of: number;
  over: boolean;
  result: ResultShown | null;
  results_url: string | null;
  rematch_url: string | null;
  record_url: string | null;
  commitment: string;
  seed: string | null;
  salt: string | null;
  lesson: LessonShown | null;
  hot_seat?: number;
  hot_question?: QuestionShown;
  proposal?: ProposalShown;
}

/** The command with this id is stored for good, giving this revision. url: the table of a rematch. */
export interface Ack {
  type: "ack";
  id: string;
  revision: number;
  url?: string;
}

/** The command had no effect. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: "illegal" | "stale" | "unreadable" | "forbidden" | "too_many" | "unavailable";
  message: string;
  revision: number;
}

/** Somebody has arrived, left, or been replaced. */
export interface Presence {
  type: "presence";
  people: Person[];
}

/** Somebody said something. */
export interface Said {
  type: "chat";
  n: number;
  seat: number | null;
  name: string;
  text: string;
  at: string;
}

/** The computer on this seat needs more than a moment. */
export interface Thinking {
  type: "thinking";
  seat: number;
}

/** The reply to the `hint` with this id: what a computer would answer, its label, and what it expects. */
export interface Hinted {
  type: "hint";
  id: string;
  seat: number;
  revision: number;
  action: string;
  text: string;
  reasons: string[];
}

/** The reply to the `explain` with this id: every answer that the seat can give, or the requested one. */
export interface Explained {
  type: "explained";
  id: string;
  seat: number;
  revision: number;
  answers: AnswerExplained[];
}

/** The reply to the `orders` with this id: the orders of the seat. */
export interface OrdersShown {
  type: "orders";
  id: string;
  seat: number;
  orders: OrderShown[];
  suggested: OrderShown[];
  only_answers: boolean;
  sensible_answers: boolean;
  while_away: boolean;
  plan: PlanShown | null;
  plans: PlanShown[];
  dropped: string;
}

/** The plan of one of your seats was dropped when its turn came: `orders` says why. */
export interface PlanDropped {
  type: "plan_dropped";
  seat: number;
}

/** The reply to the `scores` with this id. closing: how the game ended, or "". */
export interface ScoresShown {
  type: "scores";
  id: string;
  title: string;
  rows: ScoreRow[];
  closing: string;
}

/** The reply to `ping`; revision: the table's newest, or -1 before `hello`. */
export interface Pong {
  type: "pong";
  revision: number;
}

/** The server closes the connection; reason "restart": reconnect in a moment. Nothing is lost. */
export interface Bye {
  type: "bye";
  reason: "restart" | "too_many" | "replaced";
}

/** The settings of the game. */
export interface Config {
  players: number;
  kraken: boolean;
  leviathan: boolean;
  regent: number | null;
  options: Record<string, boolean | string>;
}

/** The table as one seat knows it; cards and ids are written as in positions. */
export interface View {
  players: number;
  is_over: boolean;
  turn: number;
  active: number;
  extra_turns: number;
  ending_player: number | null;
  empty_sea: number | null;
  threat: number;
  price: number;
  exploration_deck_size: number;
  lord_deck_size: number;
  lord_discard: number[];
  available_locations: number[];
  drawn_locations: number[];
  location_deck_size: number;
  monster_pool_size: number;
  kraken_figure: number | null;
  sentinels: Sentinel[];
  loot_deck_size: number;
  border: Record<string, Beast>;
  drawn_leviathans: number[];
  leviathans_out: number[];
  leviathan_deck_size: number;
  leviathan_pool_size: number;
  scourge: number | null;
  scores: number[] | null;
  seat: number | null;
  seats: SeatView[];
  track: string[];
  exploration_discard_size: number;
  council_sizes: Record<string, number>;
  court: number[];
  available_loot: Record<string, number[]>;
  payment: string[];
  question: AskedQuestion | null;
}

/** What the seat may undo and redo now. */
export interface UndoShown {
  can_undo: boolean;
  can_redo: boolean;
  can_restart: boolean;
}

/** A chat message; seat is null for a spectator. */
export interface ChatLine {
  n: number;
  seat: number | null;
  name: string;
  text: string;
  at: string;
}

/** Who sits on a seat. */
export interface Person {
  seat: number;
  name: string;
  kind: "person" | "computer" | "regent" | "open";
  level: string | null;
  connected: boolean;
  away: boolean;
  away_in?: number;
  local: boolean;
  change?: "hand_over" | "take_back";
  clock?: ClockShown;
  conceded?: boolean;
  votes?: number[];
  votes_needed?: number;
}

/** The open question. Actions, reasons and payments are sent only to the seat that has to answer. */
export interface QuestionShown {
  kind: string;
  player: number;
  mine: boolean;
  prompt: string;
  actions: ActionShown[];
  refused: RefusedAction[];
  payments: PaymentShown[];
  cards_to_go: number;
}

/** What a lord of the court costs the seat now, even while another seat has to answer. */
export interface Offer {
  lord: number;
  affordable: boolean;
  cost: number;
  printed: number;
  races: number;
  race: string | null;
  why: string[];
  payments: PaymentShown[];
  shortfall: number | null;
  refusal: string | null;
}

/** The seat's most promising attack on a leviathan of the border, explained by `text`. */
export interface FightShown {
  card: string;
  roll: number;
  percent: number;
  text: string;
}

/** The score if the game ended now. */
export interface Preview {
  seat: number;
  score: number | null;
  known: number;
  locations: Record<string, number>;
  counting: string[];
}

/** Something that has happened, as this seat saw it. */
export interface EventShown {
  kind: string;
  player: number;
  amount: number | string;
  what: number | string | null;
  other?: number;
}

/** A line of the log; `n` grows and is never repeated. begins_turn: a turn begins with it. */
export interface LogLine {
  n: number;
  text: string;
  links: Link[];
  player: number;
  begins_turn: boolean;
  part: "deed" | "before" | "after";
}

/** The end of a game: who won and why it ended, in sentences; the place of each seat; the final scoring. */
export interface ResultShown {
  outcome: string;
  ending: string;
  tie: string;
  places: number[];
  rows: ResultRow[];
  summary: string;
}

/** What the guide of a guided game says now. */
export interface LessonShown {
  id: string;
  pages: PageShown[];
  paying: PageShown | null;
  suggests: string | null;
  is_last: boolean;
}

/** An end of the game that somebody has proposed: its name in `propose`, and a sentence. */
export interface ProposalShown {
  end: "scored" | "void";
  text: string;
  agreed: number[];
  asked: number[];
}

/** An answer: its action, its label, and what it costs and gains. */
export interface AnswerExplained {
  action: string;
  label: string;
  means: string;
  value?: number;
  payments?: PaymentShown[];
}

/** An order and its text. */
export interface OrderShown {
  order: OfferOrder;
  text: string;
}

/** A plan for the next turn and its text. */
export interface PlanShown {
  plan: Plan;
  text: string;
}

/** What each seat scores in one category; "?" if that is hidden. */
export interface ScoreRow {
  title: string;
  cells: string[];
}

/** The token of a lord, by id, and what it guards: a lord or location by id, or the stack of a race. */
export interface Sentinel {
  lord: number;
  owner: number;
  area: string | null;
  target: number | string | null;
}

/** A leviathan of the border, by id, and how many levels it has lost. */
export interface Beast {
  id: number;
  levels_lost: number;
}

/** What a player has. What this viewer may not see is None, and only its number is given. */
export interface SeatView {
  pearls: number;
  nebulis: number;
  key_tokens: number;
  keys: number;
  wounds: number;
  bought: number;
  affiliated: string[];
  lords: SeatLord[];
  locations: number[];
  loot: Record<string, number[]>;
  trophies: number[];
  regent: number | null;
  hand_size: number;
  hand: string[] | null;
  monster_token_count: number;
  leviathan_token_count: number;
  monster_tokens: (number | string)[] | null;
}

/** The open question: who is asked what. A seat that may see it also gets its subject and legal answers. */
export interface AskedQuestion {
  kind: string;
  player: number | null;
  about?: About;
  legal?: number[];
}

/** How much time somebody has left, if it is limited: in seconds, and whether it is running now. */
export interface ClockShown {
  left: number;
  runs: boolean;
}

/** A legal answer. */
export interface ActionShown {
  text: string;
  label: string;
  reveals: boolean;
  passes?: boolean;
  short?: string;
  hint?: string;
  price?: number;
  signs?: string[];
  target?: Target;
}

/** Something visible that cannot be chosen now, and why. */
export interface RefusedAction {
  text: string;
  why: string;
  target?: Target;
  label?: string;
}

/** A legal payment; value: the total value of its cards. */
export interface PaymentShown {
  cards: string[];
  pearls: number;
  nebulis: number;
  value: number;
}

/** A card mentioned in a line of the log; `name` is how it appears in the text. */
export interface Link {
  kind: string;
  id: number | string;
  name: string;
}

/** A row of the final scoring: each seat's points, and the running totals. */
export interface ResultRow {
  title: string;
  points: number[];
  sums: number[];
}

/** A page of a lesson: its text, and the names of the pieces of the table that it points at. */
export interface PageShown {
  text: string;
  points: string[];
}

/** A lord before a player; `location` is the id of the location that it is under. */
export interface SeatLord {
  id: number;
  disabled: boolean;
  location: number | null;
  used: boolean;
}

/** What a question is about; None where it is not about one. */
export interface About {
  lord?: number;
  location?: number;
  leviathan?: number;
  card?: string;
  space?: number;
  race?: string;
  price?: number;
  receiver?: number;
  opponent?: number;
  challengers?: number[];
  receivers?: number[];
  level?: number;
  limit?: number;
  allies?: number;
  nebulis?: number;
  tokens?: number;
}

/** The thing on the table that an action points at. */
export interface Target {
  zone: string;
  space?: number;
  lord?: number;
  location?: number;
  card?: string;
  race?: string;
  player?: number;
  border?: number;
  token?: number | string;
  number?: number;
}

/** Lords, locations, leviathans by id; allies, tokens, races, rewards and zones by code or number. */
export interface CardDictionary {
  lords: Record<string, LordCard>;
  locations: Record<string, LocationCard>;
  leviathans: Record<string, LeviathanCard>;
  allies: Record<string, AllyCard>;
  tokens: Record<string, string>;
  token_effects: Record<string, string>;
  races: Record<string, RaceCard>;
  rewards: Record<string, string>;
  reward_signs: Record<string, string[]>;
  zones: Record<string, string>;
  spaces: Record<string, number>;
  lords_to_end: number;
}

/** A lord in words; race: the one that must be among the allies spent on it, or null. */
export interface LordCard {
  name: string;
  guild: string;
  guild_name: string;
  cost: number;
  races: number;
  race: string | null;
  influence: number;
  keys: number;
  timing: string;
  timing_text: string;
  signs: string[];
  text: string;
  rulings: string[];
  facts: string;
}

/** A location in words; formula: what it scores; signs: the same in a line, as that of a lord. */
export interface LocationCard {
  name: string;
  formula: string;
  signs: string[];
  text: string;
  rulings: string[];
}

/** A leviathan in words; levels: resistance of each, and the tokens that it pays; facts: its number. */
export interface LeviathanCard {
  name: string;
  race: string;
  fighters: string[];
  levels: [number, number][];
  attack: string;
  facts: string;
  text: string;
}

/** An ally, a Kraken or the monster; symbol: its drawing; boost: that of its effect in a fight. */
export interface AllyCard {
  name: string;
  letter: string;
  value: number;
  symbol: string;
  boost: string;
}

/** A race; stack: its name in what is said of its stack of the council; symbol: its drawing. */
export interface RaceCard {
  name: string;
  stack: string;
  letter: string;
  symbol: string;
}

/** A recorded game from the moment `first` on, as one seat saw it (null: a spectator). */
export interface Moments {
  count: number;
  first: number;
  seat: number | null;
  seats: number[];
  turns: TurnShown[];
  rounds: number[];
  log: LogLine[];
  updates: Update[];
}

/** A turn of a recorded game. first: the moment when it begins. */
export interface TurnShown {
  turn: number;
  player: number;
  first: number;
}

export type FromClient = Hello | Answer | Pay | Undo | Redo | Restart | SeatOrders | Chat | Hint | Explain | Scores | SeatChange | Concede | Propose | Rematch | Ping;
export type FromServer = Welcome | Update | Ack | Refused | Presence | Said | Thinking | Hinted | Explained | OrdersShown | PlanDropped | ScoresShown | Pong | Bye;
export type Command = Answer | Pay | Undo | Redo | Restart;
