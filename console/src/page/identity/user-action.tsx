// Actions on a user's login: reset the password, unlock, turn off the second factor, end the
// sessions, disable and enable.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { type Write, write } from '../../lib/write.js';
import { onVersion, type UserRecord } from './record.js';
import { Refusal } from './refusal.js';

const TOUCHES = ['security/user'];

type Action = 'reset' | 'unlock' | 'factor' | 'sessions' | 'disable' | 'enable';

interface UserActionsProps {
  readonly user: UserRecord;
  /** Called with the password that the server generated. */
  readonly onPassword: (password: string) => void;
}

export function UserActions({ user, onPassword }: UserActionsProps): ReactNode {
  const { t } = useSpeech();
  const [open, setOpen] = useState<Action>();
  const { data: own } = useRead('security/session/own', {});
  const mayDisable = useMay('identity.user.disable');
  const isOwn = own?.kind === 'user' && own.id === user.id;
  const offered: readonly Action[] = [
    ...(isOwn ? [] : (['reset'] as const)),
    ...(user.locked ? (['unlock'] as const) : []),
    ...(user.secondFactor ? (['factor'] as const) : []),
    ...(user.sessions > 0 ? (['sessions'] as const) : []),
    ...(user.active && mayDisable ? (['disable'] as const) : []),
    ...(user.active ? [] : (['enable'] as const)),
  ];
  return (
    <>
      <div className="actions wrap">
        {offered.map((action) => (
          <Button
            key={action}
            small
            tone={action === 'disable' ? 'danger' : 'plain'}
            onPress={() => setOpen(action)}
          >
            {t(`user.act.${action}`)}
          </Button>
        ))}
      </div>
      {isOwn && <p className="faint">{t('user.own')}</p>}
      {open !== undefined && (
        <Question
          action={open}
          user={user}
          onClose={() => setOpen(undefined)}
          onPassword={onPassword}
        />
      )}
    </>
  );
}

interface QuestionProps extends UserActionsProps {
  readonly action: Action;
  readonly onClose: () => void;
}

function Question({ action, user, onClose, onPassword }: QuestionProps): ReactNode {
  const { t } = useSpeech();
  return (
    <Confirm
      title={`${t(`user.act.${action}`)}: ${user.label}`}
      action={t(`user.act.${action}`)}
      onClose={onClose}
      write={() => onVersion(user, writeOf(action, user.id))}
      done={{ say: t(`user.act.${action}.done`, { name: user.label }), touches: TOUCHES }}
      isDanger={action === 'disable'}
      onReply={(reply) => {
        const password: unknown = Object(Object(reply).result).password;
        if (typeof password === 'string') onPassword(password);
      }}
      refusal={(error) => <Refusal error={error} />}
    >
      <p>{t(`user.act.${action}.says`)}</p>
    </Confirm>
  );
}

function writeOf(action: Action, id: number): Write<unknown> {
  const update = (body: object) => write('put', 'security/user/update', { body: { id, ...body } });
  switch (action) {
    case 'reset':
      return update({ resetPassword: true });
    case 'unlock':
      return update({ unlock: true });
    case 'factor':
      return update({ endSecondFactor: true });
    case 'sessions':
      return update({ endSessions: true });
    case 'disable':
      return write('put', 'security/user/disable/id/{id}', { path: { id } });
    case 'enable':
      return update({ active: true });
  }
}
