// Lists the sessions of the signed-in user, and ends them.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { type Format, useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';

/**
 * The number of sessions shown, newest first. A password change also ends the sessions that are not
 * shown.
 */
const SHOWN_MAX = 50;

type Session = ItemOf<'security/own/session/list'>;

export function SessionPart(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [ended, setEnded] = useState<Session>();
  const { data, error } = useRead('security/own/session/list', { query: { s: SHOWN_MAX } });
  return (
    <Panel title={t('own-session.title')} flush>
      <Problem error={error} />
      <table className="plain">
        <thead>
          <tr>
            <th>{t('own-session.from')}</th>
            <th>{t('own-session.signed-in')}</th>
            <th>{t('own-session.used')}</th>
            <th>{t('own-session.expires')}</th>
            <th>
              <span className="sr">{t('action.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.result.map((session) => (
            <Line key={session.session} {...{ session, format, onEnd: setEnded }} />
          ))}
        </tbody>
      </table>
      {ended !== undefined && (
        <Confirm
          title={`${t('own-session.end')}: ${ended.address ?? ''}`}
          action={t('own-session.end')}
          isDanger
          onClose={() => setEnded(undefined)}
          write={() =>
            write('put', 'security/own/session/end/{session}', {
              path: { session: ended.session },
            })
          }
          done={{ say: t('own-session.ended'), touches: ['security/own/session'] }}
        >
          <p>{t('own-session.end.question')}</p>
        </Confirm>
      )}
    </Panel>
  );
}

interface LineProps {
  readonly session: Session;
  readonly format: Format;
  readonly onEnd: (session: Session) => void;
}

function Line({ session, format, onEnd }: LineProps): ReactNode {
  const { t } = useSpeech();
  const { address, createdDttm, lastUsedDttm, expiresDttm, current } = session;
  return (
    <tr>
      <th scope="row">{address ?? '–'}</th>
      <td>{format.dayAndTime(createdDttm)}</td>
      <td>{format.age(lastUsedDttm) || '–'}</td>
      <td>{format.dayAndTime(expiresDttm)}</td>
      <td className="end">
        {current ? (
          <span className="badge good">{t('own-session.current')}</span>
        ) : (
          <Button small onPress={() => onEnd(session)}>
            {t('own-session.end')}
          </Button>
        )}
      </td>
    </tr>
  );
}
