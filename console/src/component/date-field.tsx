// A day to filter by, with its name.

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Whoever types a year passes through years of the first centuries; nobody is told of those. */
const FIRST_DAY = '1900-01-01';

interface DateFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** In a head its name stands before it. */
  readonly isInline?: boolean;
}

export function DateField({ label, value, onChange, isInline }: DateFieldProps): ReactNode {
  const [day, setDay] = useState(value ?? '');
  // What comes back is what was told, when more may have been typed already.
  const lastTold = useRef(value);
  useEffect(() => {
    if (value !== lastTold.current) setDay(value ?? '');
    lastTold.current = value;
  }, [value]);
  const change = (next: string) => {
    setDay(next);
    if (next !== '' && next < FIRST_DAY) return;
    lastTold.current = next || undefined;
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
