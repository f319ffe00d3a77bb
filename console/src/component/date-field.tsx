// A day to filter by, with its name above it.

import type { ReactNode } from 'react';

interface DateFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function DateField({ label, value, onChange }: DateFieldProps): ReactNode {
  return (
    <input
      className="input"
      type="date"
      aria-label={label}
      title={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}
