// The exchanges' hours and closed days.

import type { ItemOf } from '@countinghouse/sdk';
import { useRead } from './api.js';
import { useFormat } from './format.js';
import { useSpeech } from './language.js';
import { useLater } from './later.js';
import { useMay } from './permission.js';

type Hours = ItemOf<'order/exchange/hours/list'>;

/** Phases change on the minute, and the local time is shown in minutes. */
const POLL_INTERVAL_MS = 20_000;
/** Gives the first page time to load before the hours are fetched. */
const LATER_MS = 1_500;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

export function useMarketHours(): readonly Hours[] | undefined {
  const isLater = useLater(LATER_MS);
  const enabled = useMay('market.exchange.read') && isLater;
  const asked = { query: {}, pollIntervalMs: POLL_INTERVAL_MS, enabled };
  return useRead('order/exchange/hours/list', asked).data?.result;
}

/** Names for time zones that browsers show only as an offset. */
const ZONES: Readonly<Record<string, string>> = {
  'Africa/Lagos': 'WAT',
  'Africa/Douala': 'WAT',
  'Africa/Kinshasa': 'WAT',
  'Africa/Luanda': 'WAT',
  'Africa/Johannesburg': 'SAST',
  'Africa/Cairo': 'EET',
  'Africa/Harare': 'CAT',
  'Africa/Lusaka': 'CAT',
  'Africa/Gaborone': 'CAT',
  'Africa/Kigali': 'CAT',
  'Africa/Nairobi': 'EAT',
  'Africa/Kampala': 'EAT',
  'Africa/Dar_es_Salaam': 'EAT',
  'Africa/Accra': 'GMT',
  'Africa/Abidjan': 'GMT',
};

/** Formats a time of day in an exchange's time zone, with the zone's name. */
export function zonedClock(at: Date, timeZone: string, locale: string): string {
  const clock = { hour: '2-digit', minute: '2-digit', hour12: false, timeZone } as const;
  const zone = ZONES[timeZone];
  if (zone !== undefined) return `${new Intl.DateTimeFormat(locale, clock).format(at)} ${zone}`;
  return new Intl.DateTimeFormat(locale, { ...clock, timeZoneName: 'short' }).format(at);
}

/**
 * Formats a moment in an exchange's time zone: only the time if it is today there, with the weekday
 * if it is within a week, and otherwise with the date.
 */
function zonedMoment(moment: string, timeZone: string, locale: string): string {
  const at = new Date(moment);
  const dayOf = (date: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(date);
  const [today, day] = [dayOf(new Date()), dayOf(at)];
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  const clock = { hour: '2-digit', minute: '2-digit', hour12: false, timeZone } as const;
  if (days === 0) return new Intl.DateTimeFormat(locale, clock).format(at);
  const isNear = days > 0 && days < WEEK_DAYS;
  const date = isNear
    ? ({ weekday: 'short' } as const)
    : ({ day: 'numeric', month: 'short' } as const);
  const shownDay = new Intl.DateTimeFormat(locale, { ...date, timeZone }).format(at);
  return `${shownDay} ${new Intl.DateTimeFormat(locale, clock).format(at)}`;
}

/** Returns a function that describes an exchange's hours in a few words. */
export function useHoursWords(): (hours: Hours) => string {
  const { t, intl } = useSpeech();
  return ({ exchange: name, phase, phaseEnds, nextOpening, holiday, timeZone, aroundTheClock }) => {
    const time = (moment: string) => zonedMoment(moment, timeZone, intl.locale);
    if (phase === 'CLOSED') {
      const opens = nextOpening === undefined ? '' : time(nextOpening);
      if (holiday !== undefined) return t('hours.closed.holiday', { name, holiday, opens });
      return t(opens === '' ? 'hours.closed.unknown' : 'hours.closed', { name, opens });
    }
    if (aroundTheClock || phaseEnds === undefined) return t('hours.open', { name });
    return t(`hours.phase.${phase}`, { name, ends: time(phaseEnds) });
  };
}

/**
 * Selects the exchange whose calendar applies: the one with this code, or one that trades in this
 * currency.
 */
interface CalendarChoice {
  readonly exchange?: string | undefined;
  readonly currency?: string | undefined;
}

/** Returns a warning if the exchange is closed on the day. */
export function useClosedDay(
  day: string | undefined,
  { exchange, currency }: CalendarChoice,
): string | undefined {
  const { t } = useSpeech();
  const format = useFormat();
  const mayHours = useMay('market.exchange.read');
  const mayHolidays = useMay('market.holiday.read');
  const enabled = mayHours && mayHolidays && day !== undefined;
  const hours = useRead('order/exchange/hours/list', { query: {}, enabled }).data?.result ?? [];
  const chosen =
    hours.find((each) => each.exchange === exchange) ??
    hours.find((each) => each.currency === currency) ??
    hours[0];
  const name = chosen?.exchange;
  const { data: year } = useRead('order/exchange/holiday', {
    query: { x: name ?? '', y: Number(day?.slice(0, 4) ?? 0) },
    enabled: enabled && name !== undefined,
  });
  if (day === undefined || name === undefined) return undefined;
  const weekday = new Date(day).getUTCDay() || WEEK_DAYS;
  const shown = { name, day: format.day(day) };
  const holiday = year?.holidays.find(({ date }) => date === day)?.label;
  if (holiday !== undefined) return t('date.closed.holiday', { ...shown, holiday });
  return chosen?.weekend.includes(weekday) ? t('date.closed.weekend', shown) : undefined;
}
