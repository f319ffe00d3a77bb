// A field for text to search for.

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Whoever types is waited for, so that not every letter is asked about. */
const TYPED_WAIT_MS = 250;

interface SearchBoxProps {
  readonly value: string | undefined;
  readonly label: string;
  readonly onChange: (value: string | undefined) => void;
}

/** Text to search for, told when its writer pauses. */
export function SearchBox({ value, label, onChange }: SearchBoxProps): ReactNode {
  const [text, setText] = useState(value ?? '');
  const told = useRef(onChange);
  told.current = onChange;
  // What comes back is what was told, when more may have been typed already.
  const lastTold = useRef(value);
  useEffect(() => {
    if (value !== lastTold.current) setText(value ?? '');
    lastTold.current = value;
  }, [value]);
  useEffect(() => {
    const next = text.trim() || undefined;
    if (next === lastTold.current) return;
    const timer = setTimeout(() => {
      lastTold.current = next;
      told.current(next);
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
