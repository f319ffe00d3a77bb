// A search field.

import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * How long the user must pause before a request is sent. Otherwise every keystroke would send one.
 */
const TYPED_WAIT_MS = 250;

interface SearchBoxProps {
  readonly value: string | undefined;
  readonly label: string;
  readonly onChange: (value: string | undefined) => void;
}

/** A search field that reports its text when the user pauses. */
export function SearchBox({ value, label, onChange }: SearchBoxProps): ReactNode {
  const [text, setText] = useState(value ?? '');
  const report = useRef(onChange);
  report.current = onChange;
  // If the incoming value is the last one reported, the user may have typed more since then.
  const lastReported = useRef(value);
  useEffect(() => {
    if (value !== lastReported.current) setText(value ?? '');
    lastReported.current = value;
  }, [value]);
  useEffect(() => {
    const next = text.trim() || undefined;
    if (next === lastReported.current) return;
    const timer = setTimeout(() => {
      lastReported.current = next;
      report.current(next);
    }, TYPED_WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      className="input search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
