// Shows a staff user's state, form, sessions and login actions.

import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Dialog } from '../../component/dialog.js';
import { Loading, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { refresh } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { type Write, write } from '../../lib/write.js';
import { useOfficesOf } from './office-words.js';
import { changesOf, PrincipalForm } from './principal-form.js';
import { onVersion, stateOf, type UserRecord, useBasis, useUser } from './record.js';
import { useRoleWords } from './right.js';
import { ShownOnce } from './shown-once.js';
import { UserActions } from './user-action.js';
import { UserSessions } from './user-session.js';

const TOUCHES = ['security/user'];

interface UserDrawerProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function UserDrawer({ id, onClose }: UserDrawerProps): ReactNode {
  const { t } = useSpeech();
  const { data: user, error } = useUser(id);
  const [password, setPassword] = useState<string>();
  const mayUpdate = useMay('identity.user.update');
  const maySee = useMay('identity.session.read');
  if (password !== undefined && user !== undefined) {
    return (
      <ShownOnce
        title={t('user.reset.made', { name: user.name })}
        says={t('user.made.says')}
        values={[
          [t('user.name'), user.name],
          [t('account.password'), password],
        ]}
        onClose={() => setPassword(undefined)}
      />
    );
  }
  return (
    <Dialog title={user?.label ?? t('user.one')} onClose={onClose} place="side">
      {error !== null && <Problem error={error} />}
      {user === undefined && error === null && <Loading />}
      {user !== undefined && (
        <div className="stack">
          <UserTerms user={user} />
          {mayUpdate ? (
            <>
              <UserActions user={user} onPassword={setPassword} />
              <UserForm key={user.id} user={user} />
            </>
          ) : (
            <UserRights user={user} />
          )}
          {maySee && <UserSessions user={user} />}
        </div>
      )}
    </Dialog>
  );
}

function UserTerms({ user }: { readonly user: UserRecord }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <>
      <Terms
        of={{
          [t('user.state')]: <Badge state={stateOf(user)} />,
          [t('user.name')]: user.name,
          [t('user.last-seen')]: format.age(user.lastSeenDttm) || '–',
          [t('factor.title')]: t(user.secondFactor ? 'user.on' : 'user.off'),
          [t('passkey.title')]: user.passkeys,
          [t('user.changed')]:
            `${format.dayAndTime(user.lastModifiedDttm)}, ${user.lastModifiedBy}`,
        }}
      />
      {user.passwordChangeNeeded && <p className="notice wait">{t('user.change-needed')}</p>}
      {user.passwordSetByOther && !user.passwordChangeNeeded && (
        <p className="notice wait">{t('user.set-by-other')}</p>
      )}
    </>
  );
}

/** The roles and offices, for readers who cannot change them. */
function UserRights({ user }: { readonly user: UserRecord }): ReactNode {
  const { t } = useSpeech();
  const { nameOf } = useRoleWords();
  const officesOf = useOfficesOf();
  return (
    <Terms
      of={{
        [t('user.email')]: user.emailAddress,
        [t('right.roles')]: user.roles.map(nameOf).join(', '),
        [t('right.offices')]: officesOf(user),
      }}
    />
  );
}

function UserForm({ user }: { readonly user: UserRecord }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const basis = useBasis(user, act.error);
  const send = async (prepared: Write<unknown>) => {
    const done = { say: t('user.saved', { name: user.label }), touches: TOUCHES };
    const reply = await act.run(onVersion(basis.version, prepared), done);
    // The next attempt uses the current version.
    if (reply === undefined) void refresh(...TOUCHES);
    else basis.onSaved();
  };
  return (
    <PrincipalForm
      kind="user"
      stored={basis.filled}
      act={act}
      action={t('action.save')}
      write={(values) =>
        write('put', 'security/user/update', {
          body: { id: user.id, ...changesOf(values, basis.filled) },
        })
      }
      onSend={(prepared) => void send(prepared)}
    />
  );
}
