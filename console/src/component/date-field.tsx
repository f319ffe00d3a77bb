// A labelled date filter.

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** While a year is being typed, values such as 0002 occur. Those are not reported. */
const FIRST_DAY = '1900-01-01';

interface DateFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** Shows the label in front of the field. */
  readonly isInline?: boolean;
}

export function DateField({ label, value, onChange, isInline }: DateFieldProps): ReactNode {
  const [day, setDay] = useState(value ?? '');
  // The incoming value is the last reported one. The user may have typed more since then.
  const lastReported = useRef(value);
  useEffect(() => {
    if (value !== lastReported.current) setDay(value ?? '');
    lastReported.current = value;
  }, [value]);
  const change = (next: string) => {
    setDay(next);
    if (next !== '' && next < FIRST_DAY) return;
    lastReported.current = next || undefined;
    onChange(next || undefined);
  };
  return (
    <label className={isInline ? 'field inline' : 'field'}>
      <span className="label">{label}</span>
      <input
        className="input"
        type="date"
        value={day}
        onChange={(event) => change(event.target.value)}
      />
    </label>
  );
}
