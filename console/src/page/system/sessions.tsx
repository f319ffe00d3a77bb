// Shows the FIX sessions with exchanges: state, sequence numbers and actions.

import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Page, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { type ListOf, useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { type Write, write } from '../../lib/write.js';

const POLL_INTERVAL_MS = 2_000;
const MESSAGES_MAX = 60;

interface Session {
  readonly id: number;
  readonly name: string;
  readonly phase: string;
  readonly nextOut: number;
  readonly nextIn: number;
  readonly queued: number;
  readonly unbooked: number;
  readonly lastInAt?: string;
  readonly lastOutAt?: string;
  readonly owner?: string;
  readonly held: boolean;
}

interface FixMessage {
  readonly id: number;
  readonly sessionId: number;
  readonly direction: string;
  readonly at: string;
  readonly seqNum: number;
  readonly text: string;
}

export function Sessions(): ReactNode {
  const { t } = useSpeech();
  const { data, error } = useShaped<ListOf<Session>>('system/fix-session/list', {
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  return (
    <Page title={t('place.sessions')}>
      <Problem error={error} />
      <Panel title={t('place.sessions')} flush>
        <table className="plain">
          <thead>
            <tr>
              <th>{t('session.name')}</th>
              <th>{t('order.status')}</th>
              <th className="end">{t('session.out')}</th>
              <th className="end">{t('session.in')}</th>
              <th className="end">{t('session.queued')}</th>
              <th className="end">{t('session.unbooked')}</th>
              <th>{t('session.last-in')}</th>
              <th>{t('session.node')}</th>
              <th>
                <span className="sr">{t('action.more')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data?.result.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </tbody>
        </table>
      </Panel>
      <Messages />
    </Page>
  );
}

/** Returns the state of a session as a code with a badge. */
const stateOf = ({ held, phase }: Session): string => {
  if (held) return 'LOGGED_OUT';
  return phase === 'active' ? 'LOGGED_ON' : phase.toUpperCase();
};

interface Step {
  readonly title: string;
  readonly write: (reason: string) => Write<unknown>;
  readonly reason?: boolean;
}

function SessionRow({ session }: { readonly session: Session }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [step, setStep] = useState<Step>();
  const mayLogout = useMay('system.fix-session.logout');
  const mayReset = useMay('system.fix-session.reset');
  const path = { path: { id: session.id } };
  const way: Step = session.held
    ? {
        title: t('session.logon'),
        write: () => write('put', 'system/fix-session/logon/id/{id}', path),
      }
    : {
        title: t('session.logout'),
        write: () => write('put', 'system/fix-session/logout/id/{id}', path),
      };
  return (
    <tr>
      <th scope="row">{session.name}</th>
      <td>
        <Badge state={stateOf(session)} />
      </td>
      <td className="end">{session.nextOut}</td>
      <td className="end">{session.nextIn}</td>
      <td className="end">{session.queued}</td>
      <td className="end">{session.unbooked}</td>
      <td className="figure">{format.time(session.lastInAt)}</td>
      <td>{session.owner}</td>
      <td className="end nowrap">
        {mayLogout && (
          <Button small onPress={() => setStep(way)}>
            {way.title}
          </Button>
        )}{' '}
        {mayReset && (
          <Button
            small
            onPress={() =>
              setStep({
                title: t('session.reset'),
                reason: true,
                write: (reason) =>
                  write('put', 'system/fix-session/reset/id/{id}', { ...path, body: { reason } }),
              })
            }
          >
            {t('session.reset')}
          </Button>
        )}
        {step !== undefined && (
          <Confirm
            title={`${step.title}: ${session.name}`}
            action={step.title}
            isDanger
            onClose={() => setStep(undefined)}
            write={step.write}
            reason={step.reason ?? false}
            done={{ say: t('session.requested'), touches: ['system/fix-session'] }}
          >
            <p>{t('session.question')}</p>
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function Messages(): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data } = useShaped<ListOf<FixMessage>>('system/fix-session/message/list', {
    query: { s: MESSAGES_MAX },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  return (
    <Panel title={t('order.fix')} flush>
      <table className="plain">
        <tbody>
          {data?.result.map(({ id, at, direction, seqNum, text }) => (
            <tr key={id}>
              <td className="figure nowrap">{format.time(at)}</td>
              <td>{word(direction)}</td>
              <td className="end">{seqNum}</td>
              <td className="mono fix-message">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
