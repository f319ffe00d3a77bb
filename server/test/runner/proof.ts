// The proofs: tests that run with a small volume in `npm test` and with their full volume in `npm
// run proofs`. Each prints lines beginning with `PROOF`, from which the final table is made.

import type { EndedFile } from './summary.js';

/** Numbers that can be set on the command line, keyed by option name. */
const NUMBERS = {
  kills: 'COUNTINGHOUSE_KILLS',
  operations: 'COUNTINGHOUSE_OPERATIONS',
  rounds: 'COUNTINGHOUSE_ROUNDS',
  months: 'SIMULATED_MONTHS',
  messages: 'COUNTINGHOUSE_MESSAGES',
  people: 'COUNTINGHOUSE_PEOPLE',
  readers: 'READERS',
  seed: 'COUNTINGHOUSE_SEED',
} as const;

type NumberName = keyof typeof NUMBERS;

const NUMBER_NAMES = Object.keys(NUMBERS).filter(isNumberName);

function isNumberName(name: string): name is NumberName {
  return name in NUMBERS;
}

type Numbers = Readonly<Partial<Record<NumberName, string>>>;

/** One proof: test files that run with their full volume. */
export interface Proof {
  readonly kind:
    | 'kills'
    | 'models'
    | 'races'
    | 'guesses'
    | 'years'
    | 'readers'
    | 'matrices'
    | 'floods';
  /** A test file belongs to the proof if its path contains one of these strings. */
  readonly files: readonly string[];
  readonly numbers: Numbers;
  /** Environment variables that cannot be set by an option. */
  readonly fixed?: Readonly<Record<string, string>>;
}

const PROOFS: readonly Proof[] = [
  {
    kind: 'kills',
    files: ['exchanges/server-kill', 'exchanges/counterparty-kill', 'exchanges/fix/control'],
    numbers: { kills: '20' },
  },
  { kind: 'kills', files: ['exchanges/odd-kill'], numbers: { kills: '20' } },
  { kind: 'kills', files: ['exchanges/owner-loss'], numbers: { kills: '20' } },
  {
    kind: 'kills',
    files: ['exchanges/simulator/kill', 'exchanges/fix/kill'],
    numbers: { kills: '20' },
  },
  { kind: 'kills', files: ['recovery/kill', 'recovery/re-entry-kill'], numbers: { kills: '20' } },
  { kind: 'kills', files: ['recovery/end-of-day-kill'], numbers: { kills: '100' } },
  { kind: 'kills', files: ['recovery/transfer-kill'], numbers: { kills: '20' } },
  { kind: 'kills', files: ['recovery/embedded-kill'], numbers: { kills: '20' } },
  { kind: 'kills', files: ['recovery/rolling-restart'], numbers: { rounds: '10' } },
  { kind: 'kills', files: ['recovery/stop.test'], numbers: { messages: '50000' } },
  {
    kind: 'kills',
    files: ['recovery/patroni'],
    numbers: {},
    fixed: { COUNTINGHOUSE_FAILOVERS: '10' },
  },
  { kind: 'kills', files: ['recovery/stop-moment'], numbers: { kills: '50' } },
  { kind: 'kills', files: ['recovery/journal-kill'], numbers: { kills: '50' } },
  {
    kind: 'kills',
    files: ['recovery/sender-kill'],
    numbers: { kills: '50', messages: '10000' },
  },
  {
    kind: 'kills',
    files: ['recovery/inbound-kill'],
    numbers: { kills: '20', messages: '10000' },
  },
  { kind: 'kills', files: ['asset/kill', 'asset/discounted-kill'], numbers: { kills: '20' } },
  { kind: 'kills', files: ['crm/notification-kill'], numbers: { kills: '20' } },
  { kind: 'models', files: ['property/ledger-model'], numbers: { operations: '10000' } },
  { kind: 'models', files: ['property/books'], numbers: { operations: '10000' } },
  { kind: 'models', files: ['misbehaviour/fuzz'], numbers: { messages: '20000' } },
  { kind: 'models', files: ['finance/bank-file'], numbers: { operations: '10000' } },
  { kind: 'models', files: ['property/products'], numbers: { operations: '10000' } },
  { kind: 'models', files: ['row-file/mutation'], numbers: { operations: '10000' } },
  { kind: 'models', files: ['row-file/locale'], numbers: { operations: '2000' } },
  {
    kind: 'races',
    files: ['property/withdrawal-race', 'crm/whatsapp-webhook'],
    numbers: { rounds: '1000' },
  },
  { kind: 'races', files: ['crm/lead/conversion'], numbers: { rounds: '10' } },
  { kind: 'models', files: ['property/row-edit'], numbers: { rounds: '1000' } },
  { kind: 'guesses', files: ['identity/front-door'], numbers: { rounds: '1000' } },
  { kind: 'guesses', files: ['identity/login-guessing'], numbers: { rounds: '10000' } },
  { kind: 'years', files: ['property/simulated-year'], numbers: { months: '12' } },
  { kind: 'years', files: ['property/event-year'], numbers: { months: '12', operations: '40' } },
  {
    kind: 'years',
    files: ['wealth/simulated-days'],
    numbers: {},
    fixed: { COUNTINGHOUSE_DAYS: '90' },
  },
  {
    kind: 'years',
    files: ['recovery/catch-up'],
    numbers: {},
    fixed: { COUNTINGHOUSE_DAYS: '365' },
  },
  {
    kind: 'readers',
    files: ['recovery/event-kill', 'recovery/event-reader'],
    numbers: { kills: '5', readers: '200' },
    fixed: { RECEIVERS: '20', EVENTS_PER_SECOND: '1000', SECONDS: '10' },
  },
  { kind: 'matrices', files: ['platform/canary'], numbers: { people: '1000' } },
  { kind: 'matrices', files: ['browser/volume'], numbers: { operations: '100000' } },
  {
    kind: 'matrices',
    files: [
      ...['platform/every-operation', 'platform/evil-body', 'platform/heavy-import'],
      ...['platform/look-up', 'exchanges/misbehaviour/version'],
    ],
    numbers: {},
    fixed: { COUNTINGHOUSE_WHOLE: '1' },
  },
  {
    kind: 'floods',
    files: ['exchanges/big-order'],
    numbers: { messages: '10000' },
    fixed: { COUNTINGHOUSE_STOP_SECONDS: '125' },
  },
  {
    kind: 'floods',
    files: ['platform/evil-flood'],
    numbers: {},
    // The options with which `npm start` runs the program.
    fixed: {
      COUNTINGHOUSE_FLOOD_SECONDS: '30',
      NODE_OPTIONS: '--max-semi-space-size=4 --v8-pool-size=1',
    },
  },
  {
    kind: 'floods',
    files: ['recovery/role-drain'],
    numbers: { messages: '5000', operations: '300' },
  },
];

/**
 * Returns the proofs whose kind or files contain one of the words, or all proofs if there are no
 * words.
 */
export function chosenProofs(words: readonly string[]): readonly Proof[] {
  if (words.length === 0) return PROOFS;
  return PROOFS.filter(({ kind, files }) =>
    words.some((word) => kind === word || files.some((file) => file.includes(word))),
  );
}

/**
 * Returns the environment that gives a proof its full volume. Command-line numbers take precedence.
 */
export function environmentOf({ numbers, fixed }: Proof, asked: Numbers): Record<string, string> {
  const environment: Record<string, string> = { ...fixed };
  for (const name of NUMBER_NAMES) {
    // A seed applies to all proofs; any other number applies only to proofs that use it.
    const isMeant = name === 'seed' || numbers[name] !== undefined;
    const value = (isMeant ? asked[name] : undefined) ?? numbers[name];
    if (value !== undefined) environment[NUMBERS[name]] = value;
  }
  return environment;
}

/**
 * Returns a line for each proof that ran, with its results or at least the number of passed tests.
 */
export function tableOf(ended: readonly EndedFile[]): readonly string[] {
  return ended.flatMap(({ name, result, wallSeconds }) => {
    const figures = result.lines.flatMap((line) => /PROOF (.+)/.exec(line)?.[1] ?? []);
    const counts = `${result.passed} passed, ${result.failed} failed, ${wallSeconds.toFixed(0)} s`;
    return [`${name}: ${counts}`, ...figures.map((figure) => `    ${figure}`)];
  });
}
