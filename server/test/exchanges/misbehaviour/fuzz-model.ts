// Predicts the outcome of each report in a fuzzed conversation with an independent model. The model
// reads the lines in order and shares no code with the booking.

/** The decisive values in a line. An undefined value is absent or unreadable. */
interface Said {
  readonly clOrdId: string;
  readonly origClOrdId: string | undefined;
  readonly execId: string | undefined;
  readonly execRefId: string | undefined;
  readonly type: string | undefined;
  readonly status: string;
  readonly units: bigint | undefined;
  readonly price: string | undefined;
  readonly cum: bigint | undefined;
  readonly leaves: bigint | undefined;
  readonly ordered: bigint | undefined;
  readonly side: string | undefined;
  readonly symbol: string | undefined;
  readonly currency: string | undefined;
  readonly average: string | undefined;
  readonly limit: string | undefined;
  readonly tradeDate: string | undefined;
}

type Kind = 'TRADE' | 'CORRECT' | 'CANCEL';

export interface ModelExecution {
  readonly execId: string;
  readonly kind: Kind;
  readonly ref: string | undefined;
  readonly units: bigint;
  readonly price: string;
}

/** An order in the model: a buy order for 100. */
export interface ModelOrder {
  readonly executions: ModelExecution[];
  /** Type and status of the other stored reports, keyed by ExecID. */
  readonly others: Map<string, string>;
  ended: 'FILLED' | 'OTHER' | undefined;
  /** Reasons for the contradictions that must have an open work item. */
  readonly contradictions: Set<string>;
}

/** The model's outcome for one line. */
export type Verdict =
  | { readonly kind: 'BOOKED' }
  | { readonly kind: 'IGNORED'; readonly rule: string }
  | {
      readonly kind: 'ITEM';
      readonly reason: string;
      /** The order's ClOrdID. Undefined if the line names no order or only an OrderID. */
      readonly order: string | undefined;
    };

const ORDERED = 100n;
const KINDS: Readonly<Record<string, Kind>> = {
  ...{ F: 'TRADE', '1': 'TRADE', '2': 'TRADE', G: 'CORRECT', H: 'CANCEL' },
};

/** The decisive tags and the format of each value. */
const DECIDING: readonly (readonly [tag: string, form: RegExp])[] = [
  ...['11', '41', '37', '17', '19', '55'].map((tag) => [tag, /^/] as const),
  ...['150', '39', '54'].map((tag) => [tag, /^.$/] as const),
  ...['38', '32', '31', '14', '151', '6'].map((tag) => [tag, /^-?(\d+\.?\d*|\.\d+)$/] as const),
];
/** Other tags whose format the session validates. */
const FORMED: readonly (readonly [tag: string, form: RegExp])[] = [
  ['60', /^\d{8}-\d{2}:\d{2}:\d{2}(\.\d{1,9})?$/],
  ['44', /^-?(\d+\.?\d*|\.\d+)$/],
  ['75', /^\d{8}$/],
];

export type Model = ReturnType<typeof createModel>;

/** Creates the model for a stage. */
export function createModel() {
  const orders = new Map<string, ModelOrder>();
  const kept = new Set<string>();
  const park = (said: Said, reason: string, order: string | undefined): Verdict => {
    const isAnswer = said.type === 'I';
    // An identical report adds nothing. A report without an ExecID may be a different report.
    const key = isAnswer
      ? `${said.clOrdId} ${reason} answer`
      : `${said.clOrdId} ${reason} ${JSON.stringify(said, textOfUnits)}`;
    const isKnown = (isAnswer || said.execId !== undefined) && kept.has(key);
    kept.add(key);
    return isKnown ? { kind: 'IGNORED', rule: 'DUPLICATE' } : { kind: 'ITEM', reason, order };
  };
  return {
    orders,
    open: (clOrdId: string) =>
      orders.set(clOrdId, {
        executions: [],
        others: new Map(),
        ended: undefined,
        contradictions: new Set(),
      }),
    /** Processes one line whose placeholders have been replaced. */
    take: (line: string): Verdict => {
      const pairs = pairsOf(line);
      const said = readSaid(pairs);
      const name = [said.clOrdId, said.origClOrdId ?? ''].find((id) => orders.has(id));
      const orderId = firstOf(pairs, '37');
      if (isRefused(pairs)) {
        const isNamed = said.clOrdId !== '' || said.origClOrdId !== undefined;
        const isRead = isNamed && (said.execId !== undefined || said.type === 'I');
        if (said.type === 'I' && said.clOrdId === '') return ignored('STATUS_OF_NO_ORDER');
        if (isDoubtful(pairs) || !isRead) {
          return { kind: 'ITEM', reason: 'MALFORMED', order: name };
        }
      }
      if (said.type === 'I' && said.clOrdId === '') return ignored('STATUS_OF_NO_ORDER');
      const order = name === undefined ? undefined : orders.get(name);
      if (order === undefined) {
        const isAlone = said.clOrdId === '' && said.origClOrdId === undefined;
        if (isAlone && orderId !== undefined) {
          return { kind: 'ITEM', reason: 'UNKNOWN_ORDER', order: undefined };
        }
        return park(said, 'UNKNOWN_ORDER', undefined);
      }
      return takeOfOrder(order, said, (reason) => park(said, reason, name));
    },
  };
}

function ignored(rule: string): Verdict {
  return { kind: 'IGNORED', rule };
}

function textOfUnits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function pairsOf(line: string): (readonly [string, string])[] {
  return line.split('|').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
}

type Pairs = ReturnType<typeof pairsOf>;

/** Returns the first value of a tag. An empty value is treated as absent. */
function firstOf(pairs: Pairs, tag: string): string | undefined {
  return pairs.find(([at, value]) => at === tag && value !== '')?.[1];
}

function readSaid(pairs: Pairs): Said {
  const text = (tag: string) => firstOf(pairs, tag);
  const units = (tag: string) => {
    const [, whole] = /^(\d{1,18})(\.0*)?$/.exec(text(tag) ?? '') ?? [];
    return whole === undefined ? undefined : BigInt(whole);
  };
  const price = (tag: string) => {
    const value = text(tag);
    return value !== undefined && /^-?\d{1,15}(\.\d{1,10})?$/.test(value)
      ? String(Number(value))
      : undefined;
  };
  return {
    clOrdId: text('11') ?? '',
    ...{ origClOrdId: text('41'), execId: text('17'), execRefId: text('19') },
    ...{ type: text('150') ?? text('39'), status: text('39') ?? '' },
    ...{ units: units('32'), price: price('31'), cum: units('14'), leaves: units('151') },
    ...{ ordered: units('38'), side: text('54'), symbol: text('55'), currency: text('15') },
    ...{ average: price('6'), limit: price('44'), tradeDate: text('75') },
  };
}

/**
 * Returns true if the session rejects the line for an empty value, a wrong format or a duplicate
 * tag.
 */
function isRefused(pairs: Pairs): boolean {
  const tags = pairs.map(([tag]) => tag);
  const forms = [...DECIDING, ...FORMED];
  return (
    new Set(tags).size < tags.length ||
    pairs.some(([, value]) => value === '') ||
    pairs.some(([tag, value]) => forms.some(([at, form]) => at === tag && !form.test(value)))
  );
}

function isDoubtful(pairs: Pairs): boolean {
  return DECIDING.some(([tag, form]) => {
    const values = pairs.filter(([at, value]) => at === tag && value !== '').map(([, v]) => v);
    return new Set(values).size > 1 || values.some((value) => !form.test(value));
  });
}

type Park = (reason: string) => Verdict;

function takeOfOrder(order: ModelOrder, said: Said, park: Park): Verdict {
  const kind = KINDS[said.type ?? ''];
  if (said.type === 'I') return takeAnswer(order, said, park);
  const isTrade = kind === 'TRADE' || kind === 'CORRECT';
  const hasFigures = (said.units ?? 0n) > 0n && Number(said.price ?? 0) > 0;
  if (said.execId === undefined || (isTrade && !hasFigures)) return park('MALFORMED');
  if (kind !== undefined && kind !== 'TRADE' && said.execRefId === undefined) {
    return park('MALFORMED');
  }
  return kind === undefined
    ? takeEvent(order, { ...said, execId: said.execId }, park)
    : takeExecution(order, { said, execution: executionOf(said, said.execId, kind) }, park);
}

function executionOf(said: Said, execId: string, kind: Kind): ModelExecution {
  const { execRefId: ref, units = 0n, price = '0' } = said;
  return { execId, kind, ref, units, price };
}

function takeAnswer(order: ModelOrder, said: Said, park: Park): Verdict {
  if (said.status === '8') {
    return order.ended === undefined ? park('NOT_AT_EXCHANGE') : ignored('AGREES');
  }
  const filled = standing(order.executions);
  const isOther = said.cum !== undefined && said.cum !== filled;
  if (isOther || lacksFills(order, said)) return park('FILLS_DIFFER');
  contradict(order, said);
  end(order, said);
  return ignored('AGREES');
}

/** Returns true if a report says FILLED but the live order has fewer units booked. */
function lacksFills(order: ModelOrder, { status, ordered }: Said): boolean {
  const quantity = ordered !== undefined && ordered > 0n ? ordered : ORDERED;
  return status === '2' && order.ended === undefined && standing(order.executions) < quantity;
}

function takeEvent(
  order: ModelOrder,
  said: Said & { readonly execId: string },
  park: Park,
): Verdict {
  const filled = standing(order.executions);
  const ends = isEnd(said) && order.ended === undefined;
  const isLost = said.cum !== undefined && said.cum > filled;
  if (ends && (isLost || lacksFills(order, said))) return park('FILLS_DIFFER');
  const figures = `${said.type} ${said.status} ${said.execRefId}`;
  if (isKnown(order, said.execId)) {
    const isSame = order.others.get(said.execId) === figures;
    return isSame ? ignored('DUPLICATE') : park('DUPLICATE_EXECUTION_SUSPECTED');
  }
  order.others.set(said.execId, figures);
  contradict(order, said);
  end(order, said);
  return { kind: 'BOOKED' };
}

function isKnown({ executions, others }: ModelOrder, execId: string): boolean {
  return others.has(execId) || executions.some((each) => each.execId === execId);
}

interface Arriving {
  readonly said: Said;
  readonly execution: ModelExecution;
}

function isSameExecution(known: ModelExecution | undefined, other: ModelExecution): boolean {
  return (
    known !== undefined &&
    known.kind === other.kind &&
    known.ref === other.ref &&
    known.units === other.units &&
    known.price === other.price
  );
}

function takeExecution(order: ModelOrder, { said, execution }: Arriving, park: Park): Verdict {
  const { executions } = order;
  const filled = standing(executions);
  const { execId, kind, units, price } = execution;
  const known = executions.find((each) => each.execId === execId);
  const isLike = executions.some(
    (each) => each.kind === 'TRADE' && each.units === units && each.price === price,
  );
  const isSecond = kind === 'TRADE' && known === undefined && said.cum === filled && isLike;
  if (isSecond) return park('DUPLICATE_EXECUTION_SUSPECTED');
  if (isKnown(order, execId)) {
    return isSameExecution(known, execution)
      ? ignored('DUPLICATE')
      : park('DUPLICATE_EXECUTION_SUSPECTED');
  }
  const isUnknownReference =
    kind !== 'TRADE' && !executions.some((e) => e.execId === execution.ref);
  executions.push(execution);
  if (isUnknownReference) order.contradictions.add('UNKNOWN_EXECUTION_REFERENCE');
  const after = standing(executions);
  if (after > filled && after > ORDERED) order.contradictions.add('OVERFILLED');
  if (kind !== 'CANCEL' && Number(price) > 25 && said.clOrdId !== '') {
    order.contradictions.add('PRICE_BEYOND_LIMIT');
  }
  contradict(order, said);
  if (order.ended === 'FILLED' && kind !== 'TRADE') order.ended = undefined;
  end(order, said);
  return { kind: 'BOOKED' };
}

/** Records the contradictions between a booked report and its order. */
function contradict(order: ModelOrder, said: Said): void {
  const { contradictions } = order;
  const { side, symbol, currency, cum } = said;
  if (side !== undefined && '2456'.includes(side)) contradictions.add('SIDE_DIFFERS');
  if (symbol !== undefined && symbol.toUpperCase() !== 'ACCESS' && symbol !== '[N/A]') {
    contradictions.add('SYMBOL_DIFFERS');
  }
  if (currency !== undefined && currency !== 'NGN') contradictions.add('CURRENCY_DIFFERS');
  if (cum !== undefined && cum !== standing(order.executions)) contradictions.add('FILLS_DIFFER');
}

function isEnd({ status, leaves }: Said): boolean {
  return '248C3'.split('').includes(status) || (status === 'B' && leaves === 0n);
}

function end(order: ModelOrder, said: Said): void {
  if (order.ended !== undefined || !isEnd(said)) return;
  order.ended = said.status === '2' || said.status === 'B' ? 'FILLED' : 'OTHER';
}

/**
 * Returns the units of the executions in force. A bust overrides a correction, which overrides the
 * original fill.
 */
export function standing(executions: readonly ModelExecution[]): bigint {
  const byId = new Map(executions.map((each) => [each.execId, each]));
  const rootOf = (execution: ModelExecution): string => {
    const seen = new Set<string>();
    let at = execution;
    while (at.kind !== 'TRADE' && at.ref !== undefined && !seen.has(at.execId)) {
      seen.add(at.execId);
      const next = byId.get(at.ref);
      if (next === undefined) return at.ref;
      at = next;
    }
    return at.execId;
  };
  const lines = new Map<string, ModelExecution[]>();
  for (const each of executions) {
    lines.set(rootOf(each), [...(lines.get(rootOf(each)) ?? []), each]);
  }
  return [...lines.values()].reduce((sum, line) => {
    if (line.some(({ kind }) => kind === 'CANCEL')) return sum;
    const last = line.findLast(({ kind }) => kind === 'CORRECT') ?? line[0];
    return sum + (last?.units ?? 0n);
  }, 0n);
}
