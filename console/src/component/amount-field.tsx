// The field for every amount, price, rate and quantity. It shows the digits grouped in the reader's
// language and reports them in the API's format.

import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { currencyDecimals } from '../lib/format.js';
import { type Speech, useSpeech } from '../lib/language.js';
import { isDigits, readAmount, showAmount } from '../lib/typed-amount.js';
import { TextField } from './field.js';
import type { Bound } from './form.js';

/** Number of decimals for prices, rates and fund units. */
const DECIMALS_MAX = 6;

interface AmountProps {
  /** The amount in the API's format, or the text as typed if it is not an amount. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The currency of the amount, which determines the number of decimals. */
  readonly currency?: string | undefined;
  /** The maximum number of decimals if there is no currency. Zero for whole units. */
  readonly decimals?: number;
  readonly allowsZero?: boolean;
  /** The form cannot be submitted while the field is empty. */
  readonly required?: boolean;
}

type InputProps = Omit<ComponentProps<'input'>, keyof AmountProps>;
type AmountFieldProps = AmountProps &
  InputProps &
  Pick<ComponentProps<typeof TextField>, 'label' | 'fieldError' | 'hint' | 'wide'>;

export function AmountField(props: AmountFieldProps): ReactNode {
  const { fieldError, value, onChange, currency, decimals, allowsZero, required, ...rest } = props;
  const { fault, input } = useAmount({ value, onChange, currency, decimals, allowsZero, required });
  return <TextField figure {...rest} fieldError={fault ?? fieldError} {...input} />;
}

type AmountCellProps = AmountProps & InputProps & { readonly fieldError: string | undefined };

/** An amount in a table row, labelled by its column header. */
function AmountCell(props: AmountCellProps): ReactNode {
  const { fieldError, value, onChange, currency, decimals, allowsZero, required, ...rest } = props;
  const { fault, input } = useAmount({ value, onChange, currency, decimals, allowsZero, required });
  const note = useId();
  const shown = fault ?? fieldError;
  return (
    <>
      <input
        className="input figure"
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        {...input}
        aria-invalid={shown !== undefined}
        aria-describedby={note}
      />
      <span id={note} className="fault">
        {shown}
      </span>
    </>
  );
}

type Unbound<Props> = Omit<Props, 'value' | 'onChange' | 'name'>;

export function FormAmountField<Values extends FieldValues>(
  props: Unbound<AmountFieldProps> & Bound<Values>,
): ReactNode {
  const { control, name, ...rest } = props;
  const { field } = useController({ control, name });
  return <AmountField {...rest} {...field} />;
}

export function FormAmountCell<Values extends FieldValues>(
  props: Unbound<AmountCellProps> & Bound<Values>,
): ReactNode {
  const { control, name, ...rest } = props;
  const { field } = useController({ control, name });
  return <AmountCell {...rest} {...field} />;
}

function useAmount(props: { readonly [Name in keyof AmountProps]: AmountProps[Name] | undefined }) {
  const { value = '', onChange, currency, allowsZero, required } = props;
  const speech = useSpeech();
  const decimalMark = decimalMarkOf(speech);
  const decimalsMax = currencyDecimals(currency) ?? props.decimals ?? DECIMALS_MAX;
  const symbol = symbolOf(currency);
  const [text, setText] = useState(() => shownOf(value, decimalMark));
  const [isChecked, setChecked] = useState(false);
  const lastReported = useRef(value);
  useEffect(() => {
    if (value !== lastReported.current) setText(shownOf(value, decimalMark));
    lastReported.current = value;
  }, [value, decimalMark]);
  const read = (typed: string) =>
    readAmount(typed, { decimalMark, decimalsMax, currency, symbol, allowsZero });
  const report = (next: string) => {
    lastReported.current = next;
    onChange?.(next);
  };
  const reading = text.trim() === '' ? undefined : read(text);
  const fault = faultOf(reading, { required, currency, decimalsMax, decimalMark }, speech);
  const change = (typed: string) => {
    setText(typed);
    const next = read(typed);
    const isEmpty = typed.trim() === '';
    if (isEmpty) report('');
    else if ('digits' in next) report(next.digits);
    else report(next.fault === 'FORM' ? unread(typed) : typed);
    if (isEmpty || 'digits' in next) setChecked(false);
  };
  const check = () => {
    if (reading === undefined) return;
    if ('digits' in reading) setText(showAmount(reading.digits, decimalMark));
    setChecked(true);
  };
  return {
    fault: isChecked ? fault : undefined,
    input: {
      value: text,
      'data-unread': fault === undefined ? undefined : true,
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        change(target.value),
      onBlur: check,
      onInvalid: () => setChecked(true),
    },
  };
}

interface FaultTerms {
  readonly required: boolean | undefined;
  readonly currency: string | undefined;
  readonly decimalsMax: number;
  readonly decimalMark: string;
}

function faultOf(
  reading: ReturnType<typeof readAmount> | undefined,
  { required, currency, decimalsMax: count, decimalMark }: FaultTerms,
  { t }: Speech,
): string | undefined {
  if (reading === undefined) return required ? t('amount.EMPTY') : undefined;
  if ('digits' in reading) return undefined;
  switch (reading.fault) {
    case 'FORM':
      return t('amount.FORM', { sample: showAmount('1000.50', decimalMark) });
    case 'CURRENCY':
      return currency === undefined ? t('amount.NUMBER') : t('amount.CURRENCY', { currency });
    case 'DECIMALS':
      return currency === undefined
        ? t('amount.DIGITS', { count })
        : t('amount.DECIMALS', { currency, count });
    case 'WHOLE':
      return t('amount.WHOLE');
    case 'POSITIVE':
      return t('amount.POSITIVE');
    default:
      return reading.fault satisfies never;
  }
}

function decimalMarkOf({ intl }: Speech): string {
  const parts = new Intl.NumberFormat(intl.locale).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

function symbolOf(currency: string | undefined): string | undefined {
  if (currency === undefined || currencyDecimals(currency) === undefined) return undefined;
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat('en', format).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value;
}

// In French, 1.000 is not a valid amount. Quotation marks keep the API from reading it as 1.
const unread = (typed: string): string => (isDigits(typed.trim()) ? `“${typed.trim()}”` : typed);

function shownOf(value: string, decimalMark: string): string {
  return isDigits(value) ? showAmount(value, decimalMark) : value.replaceAll(/[“”]/g, '');
}
