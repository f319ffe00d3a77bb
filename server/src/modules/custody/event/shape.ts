// Checks an event's terms on their own: for members not allowed for its kind, numbers out of range,
// and contradictory options.

import {
  commonProblems,
  type Problem,
  refusal,
  type Violation,
} from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { CUSTODY } from '../limits.js';
import {
  KIND_RULES,
  type KindMember,
  type OptionMember,
  type OptionType,
  participationOf,
} from '../rule/kind.js';
import type { EventBody, OptionBody } from './schema.js';

const KIND_MEMBERS: readonly KindMember[] = [
  'paymentDate',
  'deadline',
  'marketDeadline',
  'withheldBy',
  'issuerExempts',
  'exPrice',
  'orders',
  'newName',
  'newIsin',
  'newLabel',
  'linkedEventName',
];

const OPTION_MEMBERS: readonly OptionMember[] = [
  'cashPerUnit',
  'currency',
  'newUnits',
  'oldUnits',
  'newSecurityName',
  'costPercent',
  'firstDayPrice',
  'exPrice',
  'price',
  'pricePer100',
  'percent',
  'fractions',
  'fractionPrice',
  'availableDate',
];

/** Options that do not change a holding. Only these can be the default of a voluntary event. */
const WITHOUT_EFFECT: ReadonlySet<OptionType> = new Set(['LAPS', 'NOAC']);

/** Refuses terms that are invalid in themselves with INVALID_REQUEST, and lists all violations. */
export function refuseWrongShape(body: EventBody): void {
  const violations = [...ofEvent(body), ...ofOptions(body)];
  if (violations.length > 0) throw invalid(violations);
}

function invalid(violations: readonly Violation[]): Problem {
  const [first] = violations;
  return refusal(commonProblems.INVALID_REQUEST, {
    detail: `${first?.pointer.slice(1)} ${first?.detail}`,
    args: violations.map(({ pointer }) => pointer.slice(1)),
    errors: violations,
  });
}

function* ofEvent(body: EventBody): Iterable<Violation> {
  const allowed = KIND_RULES[body.kind].members;
  for (const member of KIND_MEMBERS) {
    if (body[member] !== undefined && !allowed.includes(member)) {
      yield notOf(`/${member}`, body.kind);
    }
  }
  if (body.qualificationDate === undefined && body.exDate === undefined) {
    yield wrong('/qualificationDate', 'REQUIRED', 'or exDate is required');
  }
  yield* outOfRange('/exPrice', body.exPrice, { digits: CUSTODY.rateDecimalsMax });
}

function* ofOptions(body: EventBody): Iterable<Violation> {
  const options = body.options ?? [];
  const rules = KIND_RULES[body.kind].options;
  for (const [index, option] of options.entries()) {
    const at = `/options/${index}`;
    if (option.number !== index + 1) {
      yield wrong(
        `${at}/number`,
        'WRONG_NUMBER',
        `must be ${index + 1}; options are numbered from 1`,
      );
    }
    const rule = rules[option.type];
    if (rule === undefined) {
      const types = Object.keys(rules).join(', ');
      yield wrong(`${at}/type`, 'WRONG_TYPE', `must be one of ${types} for ${body.kind}`);
      continue;
    }
    for (const member of OPTION_MEMBERS) {
      if (option[member] === undefined || rule.members.includes(member)) continue;
      yield notOf(`${at}/${member}`, `${body.kind} ${option.type}`);
    }
    for (const member of rule.required ?? []) {
      if (option[member] !== undefined) continue;
      yield wrong(`${at}/${member}`, 'REQUIRED', 'is required');
    }
    yield* ofNumbers(at, option);
    yield* ofPairs(at, option, body);
  }
  yield* ofChoice(body, options);
}

function* ofNumbers(at: string, option: OptionBody): Iterable<Violation> {
  const rate = { digits: CUSTODY.rateDecimalsMax };
  const percent = { ...rate, most: 100 };
  yield* outOfRange(`${at}/cashPerUnit`, option.cashPerUnit, rate);
  yield* outOfRange(`${at}/costPercent`, option.costPercent, { ...rate, below: 100 });
  yield* outOfRange(`${at}/firstDayPrice`, option.firstDayPrice, rate);
  yield* outOfRange(`${at}/exPrice`, option.exPrice, rate);
  yield* outOfRange(`${at}/price`, option.price, rate);
  yield* outOfRange(`${at}/pricePer100`, option.pricePer100, rate);
  yield* outOfRange(`${at}/percent`, option.percent, percent);
  yield* outOfRange(`${at}/fractionPrice`, option.fractionPrice, rate);
}

interface Range {
  readonly digits: number;
  readonly most?: number;
  readonly below?: number;
}

function* outOfRange(
  pointer: string,
  value: Decimal | undefined,
  { digits, most, below }: Range,
): Iterable<Violation> {
  if (value === undefined) return;
  if (value.lessThanOrEqualTo(0)) yield wrong(pointer, 'OUT_OF_RANGE', 'must be above 0');
  if (most !== undefined && value.greaterThan(most)) {
    yield wrong(pointer, 'OUT_OF_RANGE', `must be at most ${most}`);
  }
  if (below !== undefined && value.greaterThanOrEqualTo(below)) {
    yield wrong(pointer, 'OUT_OF_RANGE', `must be below ${below}`);
  }
  if (value.decimalPlaces() > digits) {
    yield wrong(pointer, 'TOO_MANY_DECIMALS', `must have at most ${digits} decimals`);
  }
}

// Members that must be given together, and members that exclude each other.
function* ofPairs(at: string, option: OptionBody, body: EventBody): Iterable<Violation> {
  const { newUnits, oldUnits, costPercent, firstDayPrice } = option;
  if ((newUnits === undefined) !== (oldUnits === undefined)) {
    const missing = newUnits === undefined ? 'newUnits' : 'oldUnits';
    yield wrong(
      `${at}/${missing}`,
      'REQUIRED',
      'is required, because the ratio needs both numbers',
    );
  }
  if (costPercent !== undefined && firstDayPrice !== undefined) {
    yield wrong(`${at}/firstDayPrice`, 'CONTRADICTS', 'cannot be given with costPercent');
  }
  const exPrice = option.exPrice ?? body.exPrice;
  if (firstDayPrice !== undefined && exPrice === undefined) {
    yield wrong(`${at}/exPrice`, 'REQUIRED', 'is required with firstDayPrice');
  }
  if (option.fractionPrice !== undefined && option.fractions !== 'CINL') {
    yield wrong(`${at}/fractionPrice`, 'CONTRADICTS', 'can only be given with fractions CINL');
  }
}

function* ofChoice(body: EventBody, options: readonly OptionBody[]): Iterable<Violation> {
  const participation = participationOf(body.kind, options.length);
  const defaults = options.filter(({ isDefault }) => isDefault === true);
  switch (participation) {
    case 'MAND':
      if (options.length === 0 && hasTerms(body)) {
        yield wrong('/options', 'REQUIRED', 'is required');
      }
      if (options.length > 1) {
        yield wrong(
          '/options/1',
          'TOO_MANY_OPTIONS',
          `must not be given, because ${body.kind} has only one option`,
        );
      }
      if (options[0]?.isDefault === false) {
        yield wrong(
          '/options/0/isDefault',
          'NO_DEFAULT',
          'must be true, because holders have no choice',
        );
      }
      break;
    case 'CHOS':
      if (options.length < 2) {
        yield wrong(
          '/options',
          'TOO_FEW_OPTIONS',
          `must contain at least two options for ${body.kind}`,
        );
      }
      if (defaults.length !== 1) {
        yield wrong('/options', 'NO_DEFAULT', 'must contain exactly one default option');
      }
      break;
    case 'VOLU':
      if (options.length === 0) yield wrong('/options', 'REQUIRED', 'is required');
      if (defaults.length > 1)
        yield wrong('/options', 'NO_DEFAULT', 'must contain at most one default option');
      for (const { type, number } of defaults) {
        if (WITHOUT_EFFECT.has(type)) continue;
        const detail = 'cannot be the default, because the event is voluntary';
        yield wrong(`/options/${number - 1}/isDefault`, 'WRONG_DEFAULT', detail);
      }
      break;
  }
  if (participation === 'MAND') {
    for (const member of ['deadline', 'marketDeadline'] as const) {
      if (body[member] === undefined || !KIND_RULES[body.kind].members.includes(member)) continue;
      yield wrong(`/${member}`, 'UNKNOWN_MEMBER', 'is only allowed in an event with a choice');
    }
  }
}

/** Returns whether the options of the event's kind define cash or units for holders. */
function hasTerms({ kind }: EventBody): boolean {
  return Object.values(KIND_RULES[kind].options).some(({ members }) => members.length > 0);
}

function notOf(pointer: string, kind: string): Violation {
  return wrong(pointer, 'UNKNOWN_MEMBER', `is not allowed in ${kind}`);
}

function wrong(pointer: string, code: string, detail: string): Violation {
  return { pointer, code, detail };
}
