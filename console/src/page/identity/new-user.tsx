// A new staff user. The server generates the password, which is shown once.

import { type ReactNode, useState } from 'react';
import { Dialog } from '../../component/dialog.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { type Write, write } from '../../lib/write.js';
import { allOf, PrincipalForm } from './principal-form.js';
import type { PrincipalValues } from './right-fields.js';
import { ShownOnce } from './shown-once.js';

const creating = (values: PrincipalValues) =>
  write('post', 'security/user/create', {
    body: { username: values.username.trim(), ...allOf(values) },
  });

interface Made {
  readonly name: string;
  readonly password: string;
}

export function NewUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [made, setMade] = useState<Made>();
  const send = async (prepared: Write<unknown>) => {
    const reply = await act.run(prepared, { touches: ['security/user'] });
    if (reply !== undefined) setMade(Object(reply).result);
  };
  if (made !== undefined) {
    return (
      <ShownOnce
        title={t('user.made', { name: made.name })}
        says={t('user.made.says')}
        values={[
          [t('user.name'), made.name],
          [t('account.password'), made.password],
        ]}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={t('user.new')} onClose={onClose} place="side">
      <PrincipalForm
        kind="user"
        act={act}
        action={t('user.create')}
        write={creating}
        onSend={(prepared) => void send(prepared)}
      />
    </Dialog>
  );
}
