// Shows a refusal as text, with the field and a link to the problem's page.

import { ConnectionError, ProblemError } from '@countinghouse/sdk';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type DoorSpeech, useDoorSpeech } from '../lib/language.js';
import { SERVER } from '../lib/session.js';
import { Unanswered } from '../lib/unanswered.js';
import { PlainButton } from './plain-button.js';

interface ProblemProps {
  readonly error: unknown;
  /** Names of fields that show their own errors. */
  readonly shown?: readonly string[];
}

export function Problem({ error, shown = [] }: ProblemProps): ReactNode {
  if (error === undefined || error === null) return null;
  return (
    <div className="notice bad" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <ProblemText error={error} shown={shown} />
    </div>
  );
}

export function ProblemText({ error, shown = [] }: ProblemProps): ReactNode {
  const { t } = useDoorSpeech();
  if (error instanceof Unanswered) return <Unknown of={error} />;
  if (error instanceof ConnectionError) return <p>{t('problem.connection')}</p>;
  if (!(error instanceof ProblemError)) return <p>{t('problem.bug')}</p>;
  const rest = error.errors.filter(({ pointer }) => !shown.includes(memberOf(pointer)));
  const page = `${SERVER}/problems/${error.code.toLowerCase().replaceAll('_', '-')}`;
  // If the message repeats an error shown at its field, the title is shown instead.
  const isMembers = error.errors.some(({ detail }) => isRepeated(error.message, detail));
  return (
    <div>
      <p>{waitIn(t, error) ?? (isMembers ? error.body.title : error.message)}</p>
      {rest.length > 0 && (
        <ul>
          {rest.map(({ pointer, detail }) => (
            <li key={`${pointer} ${detail}`}>
              {!isRow(pointer) && <code>{memberOf(pointer)}</code>} {detail}
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={page} target="_blank" rel="noreferrer">
          {t('problem.page', { code: error.code })}
        </a>
        {error.requestId !== undefined && (
          <span className="faint"> {t('problem.request', { id: error.requestId })}</span>
        )}
      </p>
    </div>
  );
}

/**
 * A write that got no answer. The button resends it with the same idempotency key, so it is not
 * executed twice.
 */
function Unknown({ of }: { readonly of: Unanswered }): ReactNode {
  const { t } = useDoorSpeech();
  return (
    <div className="stack">
      <p>{t('problem.unanswered')}</p>
      <div>
        <PlainButton onPress={of.checkAgain}>{t('problem.check-again')}</PlainButton>
      </div>
    </div>
  );
}

/** True if the message only repeats the error's detail, with or without the field name. */
const isRepeated = (message: string, detail: string): boolean =>
  message.toLowerCase().endsWith(`${detail.toLowerCase()}.`);

/** Returns when to retry a rate-limited request, in whole minutes if the wait is long. */
function waitIn(t: DoorSpeech['t'], { code, retryAfterSeconds: seconds }: ProblemError) {
  if (code !== 'RATE_LIMITED' || seconds === undefined) return undefined;
  return seconds > 90
    ? t('problem.wait-minutes', { count: Math.ceil(seconds / 60) })
    : t('problem.wait-seconds', { count: seconds });
}

const memberOf = (pointer: string): string => pointer.replace(/^\//, '');

/** True if the error concerns a row of a file. Its detail then begins with the row. */
const isRow = (pointer: string): boolean => /^\/(file|csv)\/\d+$/.test(pointer);

/** Returns the error for one field of the request. */
export function fieldErrorOf(error: unknown, member: string): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.errors.find(({ pointer }) => memberOf(pointer) === member)?.detail;
}
