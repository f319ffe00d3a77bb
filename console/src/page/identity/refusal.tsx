// Shows why a change to a user or API client was refused.

import { isProblem } from '@countinghouse/sdk';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Problem } from '../../component/problem.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { SERVER } from '../../lib/session.js';

interface RefusalProps {
  readonly error: unknown;
  /** The names of fields that show their own errors. */
  readonly shown?: readonly string[];
}

export function Refusal({ error, shown = [] }: RefusalProps): ReactNode {
  const { t } = useSpeech();
  const words = wordsOf(t, error);
  if (words === undefined || !isProblem(error)) return <Problem error={error} shown={shown} />;
  const page = `${SERVER}/problems/${error.code.toLowerCase().replaceAll('_', '-')}`;
  return (
    <div className="notice bad" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <div>
        <p>{words}</p>
        <p>
          <a href={page} target="_blank" rel="noreferrer">
            {t('problem.page', { code: error.code })}
          </a>
        </p>
      </div>
    </div>
  );
}

function wordsOf(t: Speech['t'], error: unknown): string | undefined {
  if (!isProblem(error)) return undefined;
  const [first = ''] = error.args;
  switch (error.code) {
    case 'GRANT_BEYOND_OWN':
      return first === 'officeIds'
        ? t('refusal.beyond-own.offices')
        : t('refusal.beyond-own', { permission: first });
    case 'LAST_ADMINISTRATOR':
      return t('refusal.last-administrator');
    case 'PRINCIPAL_NAME_TAKEN':
      return t('refusal.name-taken');
    case 'PASSWORD_TOO_WEAK':
      return t('refusal.password-weak');
    case 'PRECONDITION_FAILED':
      return t('refusal.changed');
    default:
      return undefined;
  }
}
