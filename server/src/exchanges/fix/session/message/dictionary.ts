// The part of each FIX version's dictionary that is checked at the session level. Source: the FIX
// 4.2, 4.4, FIXT 1.1 and 5.0 SP2 specifications, limited to the fields and messages that we use.

import type { Field, GroupShape } from './message.js';

export type BeginString = 'FIX.4.2' | 'FIX.4.4' | 'FIXT.1.1';

/** The format of a value. */
type Format = 'int' | 'decimal' | 'char' | 'boolean' | 'timestamp' | 'date';

/** The rules for one message type; `allowed` is known only for session messages. */
interface MessageRule {
  readonly required: readonly number[];
  readonly allowed?: ReadonlySet<number>;
}

interface Dictionary {
  readonly msgTypes: ReadonlySet<string>;
  /** The highest tag of the version. Tags between it and 4999 are invalid. */
  readonly highestTag: number;
  readonly rules: ReadonlyMap<string, MessageRule>;
}

export const REQUIRED_HEADER = [49, 56, 34, 52] as const;

/** The first user-defined tag. Tags from here up are not defined by the specification. */
export const FIRST_USER_TAG = 5000;

function rule(required: readonly number[], optional?: readonly number[]): MessageRule {
  if (optional === undefined) return { required };
  return { required, allowed: new Set([...required, ...optional]) };
}

const SESSION_RULES: readonly (readonly [string, MessageRule])[] = [
  ['0', rule([], [112])],
  ['1', rule([112], [])],
  ['2', rule([7, 16], [])],
  ['3', rule([45], [58, 354, 355, 371, 372, 373, 1130, 1406, 1131])],
  ['4', rule([36], [123])],
  ['5', rule([], [58, 354, 355, 1409])],
  [
    'A',
    rule([98, 108], [95, 96, 141, 372, 383, 384, 385, 464, 553, 554, 789, 925, 1137, 1400, 1409]),
  ],
];

const APPLICATION_RULES: readonly (readonly [string, MessageRule])[] = [
  ['8', rule([37, 17, 150, 39, 54, 151, 14, 6])],
  ['9', rule([37, 11, 41, 39, 434])],
  ['AF', rule([584, 585])],
  ['F', rule([41, 11, 54, 60])],
  ['G', rule([41, 11, 54, 60, 40])],
  ['H', rule([11, 54])],
  ['j', rule([372, 380])],
];

const TYPES_42 = `
  0 1 2 3 4 5 6 7 8 9 A B C D E F G H J K L M N P Q R S T V W X Y Z a b c d e f g h i j k l m`;
const TYPES_44 = `
  ${TYPES_42} n o p q r s t u v w x y z AA AB AC AD AE AF AG AH AI AJ AK AL AM AN AO AP AQ AR AS
  AT AU AV AW AX AY AZ BA BB BC BD BE BF BG BH`;
const TYPES_50 = `
  ${TYPES_44} BI BJ BK BL BM BN BO BP BQ BR BS BT BU BV BW BX BY BZ CA CB CC CD CE CF CG CH CI
  CJ CK CL CM CN CO CP CQ CR CS CT CU CV CW CX CY CZ DA DB`;

function dictionary(
  msgTypes: string,
  highestTag: number,
  extra: readonly (readonly [string, MessageRule])[],
): Dictionary {
  return {
    msgTypes: new Set(msgTypes.trim().split(/\s+/)),
    highestTag,
    rules: new Map([...SESSION_RULES, ...APPLICATION_RULES, ...extra]),
  };
}

const DICTIONARIES: Readonly<Record<BeginString, Dictionary>> = {
  'FIX.4.2': dictionary(TYPES_42, 446, [
    ['D', rule([11, 21, 55, 54, 60, 40])],
    ['F', rule([41, 11, 55, 54, 60])],
    ['G', rule([41, 11, 21, 55, 54, 60, 40])],
    ['H', rule([11, 55, 54])],
    ['8', rule([37, 17, 20, 150, 39, 55, 54, 151, 14, 6])],
  ]),
  'FIX.4.4': dictionary(TYPES_44, 956, [['D', rule([11, 55, 54, 60, 40])]]),
  'FIXT.1.1': dictionary(TYPES_50, 2446, [
    ['A', rule([98, 108, 1137], [...(SESSION_RULES[6]?.[1].allowed ?? [])])],
    ['D', rule([11, 54, 60, 40])],
  ]),
};

/**
 * Returns the dictionary for a BeginString; FIXT.1.1 transports the application messages of 5.0
 * SP2.
 */
export function dictionaryOf(beginString: BeginString): Dictionary {
  return DICTIONARIES[beginString];
}

/** Returns true for a BeginString that the session layer supports. */
export function isBeginString(text: string): text is BeginString {
  return Object.hasOwn(DICTIONARIES, text);
}

/** The highest tag that a session message of FIXT.1.1 can have. */
const HIGHEST_44_TAG = 956;
const FIXT_SESSION_TAGS: ReadonlySet<number> = new Set([1128, 1129, 1130, 1131, 1137, 1156]);

/** Returns true if the version defines the tag, for a session or an application message. */
export function isDefinedTag(beginString: BeginString, tag: number, isAdmin: boolean): boolean {
  if (tag <= 0) return false;
  if (beginString !== 'FIXT.1.1' || !isAdmin) return tag <= dictionaryOf(beginString).highestTag;
  return tag <= HIGHEST_44_TAG || FIXT_SESSION_TAGS.has(tag) || (tag >= 1400 && tag <= 1409);
}

const FORMAT_TAGS: readonly (readonly [Format, readonly number[]])[] = [
  ['int', [7, 16, 34, 36, 45, 78, 98, 108, 371, 373, 380, 386, 453, 454, 585, 789, 911]],
  ['decimal', [6, 12, 14, 31, 32, 38, 44, 53, 99, 110, 111, 140, 151, 152, 210, 211, 381, 1138]],
  ['char', [21, 39, 40, 54, 59, 63, 77, 150, 434]],
  ['boolean', [43, 97, 114, 121, 123, 141, 377, 912]],
  ['timestamp', [42, 52, 60, 62, 122, 126, 168, 370]],
  ['date', [64, 75, 432]],
];

const FORMAT_BY_TAG: ReadonlyMap<number, Format> = new Map(
  FORMAT_TAGS.flatMap(([format, tags]) => tags.map((tag) => [tag, format] as const)),
);

const PATTERN: Readonly<Record<Format, RegExp>> = {
  int: /^-?\d{1,15}$/,
  decimal: /^-?(\d+\.?\d*|\.\d+)$/,
  char: /^.$/s,
  boolean: /^[YN]$/,
  timestamp: /^\d{8}-\d{2}:\d{2}:\d{2}(\.\d{1,9})?$/,
  date: /^\d{8}$/,
};

/** Returns true if the value has the tag's format; tags without a rule accept any text. */
export function hasRightFormat(tag: number, value: string): boolean {
  const format = FORMAT_BY_TAG.get(tag);
  return format === undefined || PATTERN[format].test(value);
}

const SECURITY_TYPES = `
  CS PS CB CORP FUT OPT MF WAR NONE TB TBILL TBOND TNOTE REPO FOR CP CD BA TD GO REV MPT MBS ABS
  CMO EUSOV EUCORP EUCP EUCD EUSUPRA EUFRN FRN CPP SUPRA BRADY IET FAC FADN TINT TIPS TCAL TPRN
  UST USTB AN SPCLO SPCLA SPCLT TRAN VRDN TECP TAXA RAN TXAMT TRANS BUYSELL SECLOAN SECPLEDGE
  TERM RVLV RVLVTRM BRIDGE LOFC SWING DINP DEFLTED WITHDRN REPLACD MATURED AMENDED RETIRED BN
  BOX CL DN EUN FOFC LQN MTN ONITE PN PZFJ SLQN STN XCN YCD XLINKD STRUCT MLEG CAN DUAL PFAND
  MIO MPO MPP TMCP INDEX BDN CAMM CDS CFD CPPP ETC ETF ETN RIGHTS ?`;

const VALUES: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [21, new Set('123')],
  [40, new Set('123456789ABCDEFGHIJKLMPQRS')],
  [54, new Set('123456789ABCDEFGH')],
  [59, new Set('0123456789ABC')],
  [98, new Set('0123456')],
  [150, new Set('0123456789ABCDEFGHIJKLM')],
  [39, new Set('0123456789ABCDE')],
  [434, new Set('12')],
  [167, new Set(SECURITY_TYPES.trim().split(/\s+/))],
]);

/** Returns true if the value is one of the tag's listed values, or if the tag has no list. */
export function isListedValue(tag: number, value: string): boolean {
  return VALUES.get(tag)?.has(value) ?? true;
}

function group(countTag: number, delimiterTag: number, others: readonly number[]): GroupShape {
  return { countTag, delimiterTag, memberTags: new Set([delimiterTag, ...others]) };
}

function nested(shape: GroupShape, innerDelimiterTags: readonly number[]): GroupShape {
  return { ...shape, innerDelimiterTags: new Set(innerDelimiterTags) };
}

const GROUPS: ReadonlyMap<number, GroupShape> = new Map(
  [
    nested(group(78, 79, [661, 736, 467, 80, 539, 524, 525, 538, 804, 545, 805]), [524, 545]),
    group(136, 137, [138, 139, 891]),
    group(232, 233, [234]),
    group(382, 375, [337, 437, 438, 655]),
    group(386, 336, [625]),
    nested(group(453, 448, [447, 452, 802, 523, 803]), [523]),
    group(454, 455, [456]),
    group(627, 628, [629, 630]),
  ].map((shape) => [shape.countTag, shape]),
);

/** Returns the shape of a repeating group by its count tag; undefined if the shape is unknown. */
export function groupShapeOf(countTag: number): GroupShape | undefined {
  return GROUPS.get(countTag);
}

/**
 * Count tags of groups whose shape is not defined here. Messages with these groups may repeat tags.
 */
const OTHER_COUNT_TAGS: ReadonlySet<number> = new Set([
  33, 73, 124, 146, 199, 215, 267, 268, 295, 296, 384, 398, 420, 428, 457, 473, 510, 518, 539, 552,
  555, 576, 580, 604, 670, 683, 702, 711, 735, 753, 756, 768, 778, 781, 804, 806, 864, 870, 887,
  936, 938, 948, 957, 1016, 1018, 1021, 1120, 1158,
]);

/** Returns true if the fields after this one may repeat tags in a way that is not checked here. */
export function opensUnknownGroup([tag, value]: Field): boolean {
  return OTHER_COUNT_TAGS.has(tag) && value !== '0';
}
