// A field for a past moment, in the reader's local time.

import type { ReactNode } from 'react';
import { useSpeech } from '../lib/language.js';

/** With a four-digit maximum year, the cursor moves on to the hour after the fourth digit. */
const LAST_MOMENT = '9999-12-31T23:59:59';

interface MomentFieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Lets the user view the books as known at a past moment. A badge shows that moment. */
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

/** Converts a local time to the API's format. The URL parameter may contain any text. */
export function momentOf(local: string | undefined): string | undefined {
  const moment = new Date(local ?? '');
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
