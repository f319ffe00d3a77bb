// The field for every date. It reads dates as users type them, such as 25/11, t-1 or +7, and has a
// calendar.

import { CalendarDays } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, useController } from 'react-hook-form';
import { useRead } from '../lib/api.js';
import { useClosedDay } from '../lib/exchange-hours.js';
import { useFormat } from '../lib/format.js';
import { useSpeech } from '../lib/language.js';
import { type DateWords, readDate } from '../lib/typed-date.js';
import type { Bound } from './form.js';

interface DateProps {
  /** The date in the API's format. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

interface DateFieldProps extends DateProps {
  readonly label: string;
  readonly fieldError?: string | undefined;
  readonly hint?: ReactNode;
  /** True to show the label before the field instead of above it. */
  readonly isInline?: boolean;
  /** Warns if this exchange, or the one for this currency, is closed on the day. */
  readonly warnsOfClosed?: { readonly exchange?: string; readonly currency?: string };
}

export function DateField(props: DateFieldProps): ReactNode {
  const { label, value, onChange, fieldError, hint, isInline, warnsOfClosed } = props;
  const id = useId();
  const { fault, input, picker } = useDate({ value, onChange });
  const shown = fault ?? fieldError;
  const closed = useClosedDay(warnsOfClosed && value, warnsOfClosed ?? {});
  return (
    <div className={isInline ? 'field inline' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <DateInput {...input} picker={picker} id={id} note={`${id}-note`} isInvalid={!!shown} />
      <span id={`${id}-note`} className={shown === undefined ? 'hint' : 'fault'}>
        {shown ?? hint}
      </span>
      {closed !== undefined && (
        <span className="warning" role="status">
          {closed}
        </span>
      )}
    </div>
  );
}

interface DateCellProps extends DateProps {
  /** The column header and the row number. */
  readonly label: string;
  readonly fieldError: string | undefined;
}

/** A date in a table row, labelled by its column header. */
function DateCell({ label, value, onChange, fieldError }: DateCellProps): ReactNode {
  const note = useId();
  const { fault, input, picker } = useDate({ value, onChange });
  const shown = fault ?? fieldError;
  return (
    <>
      <DateInput {...input} picker={picker} note={note} isInvalid={!!shown} aria-label={label} />
      <span id={note} className="fault">
        {shown}
      </span>
    </>
  );
}

/** An empty date is an empty string in the form. */
export function FormDateField<Values extends FieldValues>(
  props: Omit<DateFieldProps, keyof DateProps> & Bound<Values>,
): ReactNode {
  const { control, name, ...rest } = props;
  const { field } = useController({ control, name });
  const change = (next: string | undefined) => field.onChange(next ?? '');
  return <DateField {...rest} value={field.value || undefined} onChange={change} />;
}

export function FormDateCell<Values extends FieldValues>(
  props: Omit<DateCellProps, keyof DateProps> & Bound<Values>,
): ReactNode {
  const { control, name, ...rest } = props;
  const { field } = useController({ control, name });
  const change = (next: string | undefined) => field.onChange(next ?? '');
  return <DateCell {...rest} value={field.value || undefined} onChange={change} />;
}

interface DateInputProps extends ComponentProps<'input'> {
  readonly picker: { readonly value: string; readonly onPick: (day: string) => void };
  readonly note: string;
  readonly isInvalid: boolean;
}

function DateInput({ picker, note, isInvalid, ...input }: DateInputProps): ReactNode {
  const { t } = useSpeech();
  const calendar = useRef<HTMLInputElement>(null);
  const open = () => calendar.current?.showPicker();
  return (
    <span className="date-input">
      <input
        className="input"
        autoComplete="off"
        {...input}
        aria-invalid={isInvalid}
        aria-describedby={note}
        onKeyDown={(event) => {
          if (event.altKey && event.key === 'ArrowDown') open();
          else input.onKeyDown?.(event);
        }}
      />
      {/* The calendar of the browser. Alt Down opens it from the field. */}
      <input
        ref={calendar}
        className="calendar"
        type="date"
        tabIndex={-1}
        aria-hidden
        value={picker.value}
        onChange={({ target }) => picker.onPick(target.value)}
      />
      <button
        type="button"
        className="calendar-button"
        tabIndex={-1}
        aria-label={t('date.calendar')}
        onClick={open}
      >
        <CalendarDays className="icon" aria-hidden />
      </button>
    </span>
  );
}

/**
 * Formats that are read while the user types. Other dates are read when the field loses the focus.
 */
const COMPLETE = /^\s*(\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4})\s*$/;

function useDate({ value, onChange }: DateProps) {
  const { t } = useSpeech();
  const format = useFormat();
  const words = useDateWords();
  const { data: clock } = useRead('system/clock', {});
  const [text, setText] = useState(() => format.day(value));
  const [isChecked, setChecked] = useState(false);
  const lastReported = useRef(value);
  useEffect(() => {
    if (value !== lastReported.current) setText(format.day(value));
    lastReported.current = value;
  }, [value, format]);
  const businessDate: unknown = Object(clock).businessDate;
  const read = (typed: string) =>
    typeof businessDate === 'string'
      ? readDate(typed, businessDate, words)
      : ({ fault: 'FORM' } as const);
  const report = (next: string | undefined) => {
    if (next === lastReported.current) return;
    lastReported.current = next;
    onChange(next);
  };
  // Text that already shows the current value does not have to be parsed.
  const isShown = value !== undefined && text === format.day(value);
  const reading = isShown ? { day: value } : read(text);
  const isEmpty = text.trim() === '';
  const fault = isEmpty || 'day' in reading ? undefined : t(`date.${reading.fault}`, { text });
  const change = (typed: string) => {
    setText(typed);
    setChecked(false);
    if (typed.trim() === '') return report(undefined);
    const next = read(typed);
    if (COMPLETE.test(typed) && 'day' in next) report(next.day);
  };
  const check = () => {
    setChecked(true);
    if (isEmpty || !('day' in reading)) return;
    setText(format.day(reading.day));
    report(reading.day);
  };
  const pick = (day: string) => {
    setText(format.day(day || undefined));
    report(day || undefined);
  };
  return {
    fault: isChecked ? fault : undefined,
    picker: { value: value ?? '', onPick: pick },
    input: {
      value: text,
      'data-unread': fault === undefined ? undefined : true,
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        change(target.value),
      onBlur: check,
      onInvalid: () => setChecked(true),
      // Enter also submits the form, so the date must be read first.
      onKeyDown: ({ key }: KeyboardEvent<HTMLInputElement>) => {
        if (key === 'Enter') flushSync(check);
      },
    },
  };
}

/** Any Monday. */
const FIRST_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTHS = 12;
const WORDS = new Map<string, DateWords>();

function useDateWords(): DateWords {
  const { t, intl } = useSpeech();
  const known = WORDS.get(intl.locale);
  if (known !== undefined) return known;
  const month = new Intl.DateTimeFormat(intl.locale, { month: 'long', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(intl.locale, { weekday: 'long', timeZone: 'UTC' });
  const words = {
    months: Array.from({ length: MONTHS }, (_, at) => month.format(Date.UTC(2024, at, 1))),
    weekdays: Array.from({ length: WEEK_DAYS }, (_, at) =>
      weekday.format(FIRST_MONDAY + at * DAY_MS),
    ),
    today: t('date.today'),
  };
  WORDS.set(intl.locale, words);
  return words;
}
