// The versions of an event's terms side by side, newest first, with the changes in each.

import type { ReactNode } from 'react';
import { Panel } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { Event } from './event.js';

/** Maximum number of versions shown. Older ones are in the audit trail. */
const SHOWN_MAX = 4;

const text = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

export function Versions({ event }: { readonly event: Event }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const versions = event.versions.slice(0, SHOWN_MAX).map(({ body, ...version }) => ({
    ...version,
    terms: new Map(membersOf(Object(body))),
  }));
  const members = [...new Set(versions.flatMap(({ terms }) => [...terms.keys()]))];
  return (
    <Panel title={t('event.versions')} flush>
      <table className="plain change">
        <thead>
          <tr>
            <th>{t('difference.member')}</th>
            {versions.map(({ version, madeBy, approvedBy, approvedDttm }) => (
              <th key={version}>
                {t('event.version', { version })}{' '}
                <span className="faint">
                  {[...new Set([madeBy, approvedBy])].join(', ')} {format.moment(approvedDttm)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member}>
              <th scope="row">
                <code>{member}</code>
              </th>
              {versions.map(({ version, terms }, index) => {
                const before = versions[index + 1];
                const shown = terms.get(member) ?? '';
                const isNew = before !== undefined && (before.terms.get(member) ?? '') !== shown;
                return <td key={version}>{isNew ? <ins>{shown}</ins> : shown}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The fields of an event's terms. Fields of its options are named like `options/1/cashPerUnit`. */
function membersOf(
  body: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] {
  return Object.entries(body).flatMap(([member, value]) =>
    Array.isArray(value)
      ? value.flatMap((each: unknown, index) =>
          membersOf(Object(each)).map(
            ([name, shown]) => [`${member}/${index + 1}/${name}`, shown] as const,
          ),
        )
      : [[member, text(value)] as const],
  );
}
