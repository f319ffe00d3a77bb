// Reads dates as users type them, with the day first. All dates are in the API's format,
// 2026-11-25.

export interface DateWords {
  /** The names of the months, and of the weekdays from Monday, in the reader's language. */
  readonly months: readonly string[];
  readonly weekdays: readonly string[];
  readonly today: string;
}

/**
 * The date, or the error: a day that does not exist, such as 31 November, or text that is not a
 * date.
 */
type DateReading = { readonly day: string } | { readonly fault: 'FORM' | 'NO_SUCH_DAY' };

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTHS = 12;
const DAYS_MAX = 31;
/** The first accepted year. A year that is still being typed is often outside the range. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
const CENTURY = 2000;
/** A shift by more than this many days is treated as a typing error. */
const SHIFT_MAX = 3_660;
/** The minimum number of letters in a month or weekday name. */
const LETTERS_MIN = 3;

/**
 * Reads `25 nov`, `25/11`, `25/11/2026`, `2026-11-25`, `today`, `t` (the business date), `t-1` and
 * `t+2` (trading weekdays from it), `+7` (days) and `mon` (the next Monday).
 * @param today the business date, whose year is used if none is typed
 */
export function readDate(text: string, today: string, words: DateWords): DateReading {
  const typed = bare(text);
  const relative = relativeDay(typed, today, words);
  if (relative !== undefined) return { day: relative };
  const given =
    /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/.exec(typed)?.groups ??
    /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})(?:[/.-](?<year>\d{4}|\d{2}))?$/.exec(typed)?.groups ??
    /^(?<day>\d{1,2})(?:er|st|nd|rd|th)? ?(?<name>\p{L}+)\.?(?: (?<year>\d{4}|\d{2}))?$/u.exec(
      typed,
    )?.groups;
  if (given === undefined) return { fault: 'FORM' };
  const { day, month, name, year } = given;
  const monthNumber = name === undefined ? Number(month) : positionOf(name, words.months);
  const shortYear = Number(year ?? today.slice(0, 4));
  const fullYear = year?.length === 2 ? CENTURY + shortYear : shortYear;
  if (fullYear < FIRST_YEAR || fullYear > LAST_YEAR) return { fault: 'FORM' };
  if (!(monthNumber >= 1 && monthNumber <= MONTHS)) return { fault: 'FORM' };
  if (!(Number(day) >= 1 && Number(day) <= DAYS_MAX)) return { fault: 'FORM' };
  const date = new Date(Date.UTC(fullYear, monthNumber - 1, Number(day)));
  if (date.getUTCDate() !== Number(day)) return { fault: 'NO_SUCH_DAY' };
  return { day: isoOf(date) };
}

function relativeDay(typed: string, today: string, words: DateWords): string | undefined {
  if (typed === 't' || typed === bare(words.today)) return today;
  const shift = /^(?<of>t? ?)(?<sign>[+-]) ?(?<count>\d{1,4})$/.exec(typed)?.groups;
  if (shift !== undefined) {
    const count = Number(`${shift.sign}${shift.count}`);
    if (Math.abs(count) > SHIFT_MAX) return undefined;
    return shift.of === '' ? shifted(today, count) : shiftedByWeekdays(today, count);
  }
  const weekday = positionOf(typed, words.weekdays);
  if (weekday === 0) return undefined;
  return shifted(today, ((weekday - weekdayOf(today) + WEEK_DAYS - 1) % WEEK_DAYS) + 1);
}

/** Converts to lower case and removes accents and trailing dots, so that `févr.` equals `fevr`. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\u2212\u2012\u2013]/g, '-')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * Returns the position, from 1, of the only name that begins with the letters, or 0 if there is not
 * exactly one.
 */
function positionOf(letters: string, names: readonly string[]): number {
  const typed = bare(letters).replace(/\.$/, '');
  if (typed.length < LETTERS_MIN) return 0;
  const found = names.flatMap((name, at) => (bare(name).startsWith(typed) ? [at + 1] : []));
  return found.length === 1 ? (found[0] ?? 0) : 0;
}

const isoOf = (date: Date): string => date.toISOString().slice(0, 10);
const shifted = (day: string, count: number): string =>
  isoOf(new Date(Date.parse(day) + count * DAY_MS));

/** Returns 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || WEEK_DAYS;

/** Returns the day this many weekdays later, or earlier for a negative count. */
export function shiftedByWeekdays(day: string, count: number): string {
  let moved = day;
  for (let left = Math.abs(count); left > 0; ) {
    moved = shifted(moved, Math.sign(count));
    if (weekdayOf(moved) < 6) left -= 1;
  }
  return moved;
}
