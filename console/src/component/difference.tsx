// Shows the changes made by a write, field by field, before and after. Changes are not marked by
// colour alone.

import type { ReactNode } from 'react';
import { useSpeech } from '../lib/language.js';

interface Difference {
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** For a personal or secret value, only the fact that it changed is known. */
  readonly hidden?: boolean | undefined;
}

const shown = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

export function Differences({ of }: { readonly of: readonly Difference[] }): ReactNode {
  const { t } = useSpeech();
  return (
    <table className="plain change">
      <thead>
        <tr>
          <th>{t('difference.member')}</th>
          <th>{t('difference.before')}</th>
          <th>{t('difference.after')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ member, before, after, hidden }) => (
          <tr key={member}>
            <th scope="row">
              <code>{member}</code>
            </th>
            {hidden ? (
              <td colSpan={2} className="faint">
                {t('difference.hidden')}
              </td>
            ) : (
              <>
                <td>
                  <del>{shown(before)}</del>
                </td>
                <td>
                  <ins>{shown(after)}</ins>
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
