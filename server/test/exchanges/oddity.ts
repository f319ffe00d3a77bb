// How the odd exchange reports an order, depending on its ClOrdID, and which work items result.

export type Pair = readonly [tag: number, value: string];

export interface OddOrder {
  readonly clOrdId: string;
  readonly quantity: number;
  readonly price: string;
}

interface Words {
  readonly type: string;
  readonly status: string;
  readonly exec: string;
  readonly units?: number;
  readonly cum?: number;
  readonly leaves?: number;
}

/** Returns the tag-value pairs of an execution report. */
export function reportPairs(order: OddOrder, words: Words): Pair[] {
  const { clOrdId, quantity, price } = order;
  const { type, status, exec, units, cum = 0, leaves = quantity - cum } = words;
  const fill: Pair[] =
    units === undefined
      ? []
      : [
          [32, String(units)],
          [31, price],
        ];
  return [
    ...([
      [37, `O${clOrdId}`],
      [11, clOrdId],
      [17, `${clOrdId}/${exec}`],
    ] as const),
    ...([
      [150, type],
      [39, status],
      [54, '1'],
      [55, 'ACCESS'],
    ] as const),
    ...fill,
    ...([
      [151, String(leaves)],
      [14, String(cum)],
      [6, '0'],
    ] as const),
  ];
}

/** Messages, each with its type and tag-value pairs. */
type Said = readonly (readonly [msgType: string, pairs: readonly Pair[]])[];

interface Oddity {
  readonly says: (order: OddOrder) => Said;
  /** Reasons in the resulting work items, whether or not they refer to the order. */
  readonly items: readonly string[];
}

const fill = (order: OddOrder, exec = 'f'): Pair[] =>
  reportPairs(order, {
    ...{ type: 'F', status: '2', exec, units: order.quantity, cum: order.quantity },
  });
const half = (order: OddOrder, exec: string): Pair[] => {
  const units = order.quantity / 2;
  return reportPairs(order, { type: 'F', status: '1', exec, units, cum: units });
};
const rest = (order: OddOrder): Pair[] => {
  const units = order.quantity / 2;
  return reportPairs(order, { type: 'F', status: '2', exec: 'r', units, cum: order.quantity });
};
const accepted = (order: OddOrder): Pair[] =>
  reportPairs(order, { type: '0', status: '0', exec: 'n' });
const changed = (pairs: readonly Pair[], tag: number, value: string): Pair[] =>
  pairs.map((pair) => (pair[0] === tag ? [tag, value] : pair));

const FILLING: readonly Oddity[] = [
  {
    says: (order) => [
      ['8', half(order, 'h')],
      ['8', rest(order)],
    ],
    items: [],
  },
  {
    says: (order) => [
      ['8', fill(order)],
      ['8', fill(order)],
    ],
    items: [],
  },
  {
    // The session rejects the message because tag 58 occurs twice; the fill is still booked.
    says: (order) => [['8', [...fill(order), [58, 'one'], [58, 'two']]]],
    items: [],
  },
  { says: (order) => [['8', changed(fill(order), 54, '2')]], items: ['SIDE_DIFFERS'] },
  {
    // The first report is malformed; the second corrects it under the same ExecID.
    says: (order) => [
      ['8', changed(fill(order), 31, '25,00')],
      ['8', fill(order)],
    ],
    items: ['MALFORMED'],
  },
  {
    says: (order) => [
      ['8', half(order, 'h')],
      ['8', half(order, 'x')],
      ['8', rest(order)],
    ],
    items: ['DUPLICATE_EXECUTION_SUSPECTED'],
  },
  { says: (order) => [['8', changed(fill(order), 14, '7')]], items: ['FILLS_DIFFER'] },
  {
    says: (order) => [
      ['8', changed(fill(order, 'w'), 11, `WHO-${order.clOrdId}`)],
      ['8', fill(order)],
    ],
    items: ['UNKNOWN_ORDER'],
  },
  {
    says: (order) => [
      ['B', [[148, `About ${order.clOrdId}`]]],
      ['8', fill(order)],
    ],
    items: ['NEWS'],
  },
  {
    says: (order) => [
      ['8', fill(order)],
      ['8', changed(fill(order), 39, '1')],
    ],
    items: [],
  },
];

const RESTING: readonly Oddity[] = [
  { says: (order) => [['8', accepted(order)]], items: [] },
  {
    says: (order) => [
      ['8', accepted(order)],
      ['8', accepted(order)],
    ],
    items: [],
  },
  {
    says: (order) => [
      ['8', accepted(order)],
      ['8', [...reportPairs(order, { type: 'H', status: '0', exec: 'b' }), [19, 'NOBODYS']]],
    ],
    items: ['UNKNOWN_EXECUTION_REFERENCE'],
  },
  { says: (order) => [['8', changed(accepted(order), 55, 'OTHER')]], items: ['SYMBOL_DIFFERS'] },
];

/**
 * Returns the same oddity for the same ClOrdID, which has the form `<name of the order>-<number>`.
 */
export function oddityOf(clOrdId: string, rests: boolean): Oddity {
  const number = Number(clOrdId.split('-')[0] ?? 0);
  const oddities = rests ? RESTING : FILLING;
  return oddities[number % oddities.length] ?? { says: () => [], items: [] };
}
