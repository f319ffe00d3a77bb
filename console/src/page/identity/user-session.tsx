// The active sessions of a user. An administrator can end each of them.

import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import type { UserRecord } from './record.js';

/** The number of sessions shown, newest first. */
const SHOWN_MAX = 20;

export function UserSessions({ user }: { readonly user: UserRecord }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const act = useAct();
  const mayEnd = useMay('identity.session.end');
  const { data, error } = useRead('security/user/session/list', {
    query: { u: user.id, s: SHOWN_MAX },
  });
  const end = (session: string) =>
    act.run(write('put', 'security/user/session/end/id/{id}', { path: { id: session } }), {
      ...{ say: t('own-session.ended'), touches: ['security/user'], asToast: true },
    });
  return (
    <section className="stack">
      <h2>{t('user.sessions.title', { count: data?.count ?? user.sessions })}</h2>
      <Problem error={error} />
      {data?.count === 0 && <p className="faint">{t('user.sessions.none')}</p>}
      <table className="plain">
        <tbody>
          {data?.result.map(({ session, address, createdDttm, lastUsedDttm }) => (
            <tr key={session}>
              <th scope="row">{address ?? '–'}</th>
              <td>{format.dayAndTime(createdDttm)}</td>
              <td>{format.age(lastUsedDttm) || '–'}</td>
              <td className="end">
                {mayEnd && (
                  <Button small onPress={() => void end(session)}>
                    {t('own-session.end')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
