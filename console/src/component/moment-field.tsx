// A moment to look back to, by the reader's own clock.

import type { ReactNode } from 'react';
import { useSpeech } from '../lib/language.js';

/** With it the field goes on to the hour after four digits of a year. */
const LAST_MOMENT = '9999-12-31T23:59:59';

interface MomentFieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** The books as they were known then; a badge says that they are not those of now. */
export function MomentField({ value, onChange }: MomentFieldProps): ReactNode {
  const { t } = useSpeech();
  return (
    <>
      <label className="field">
        <span className="label">{t('ledger.as-of')}</span>
        <input
          className="input"
          type="datetime-local"
          step={1}
          max={LAST_MOMENT}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      </label>
      {value !== undefined && <span className="badge wait">{t('ledger.as-of.badge')}</span>}
    </>
  );
}

/** A moment of the reader's own clock, as the server takes it; an address may hold any text. */
export function momentOf(local: string | undefined): string | undefined {
  const moment = new Date(local ?? '');
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
