// Lists, adds and removes the passkeys of the signed-in user.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Dialog } from '../../component/dialog.js';
import { Panel } from '../../component/page.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { hasPasskeys, makePasskey, PasskeyRefused } from '../../lib/passkey.js';
import { type Write, write } from '../../lib/write.js';
import { PasswordForm } from './password-form.js';

const TOUCHES = ['security/own/passkey'];

type Passkey = ItemOf<'security/own/passkey/list'>;

export function PasskeyPart(): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const [gone, setGone] = useState<Passkey>();
  const { data } = useRead('security/own/passkey/list', {});
  const canHave = hasPasskeys();
  return (
    <Panel
      title={t('passkey.title')}
      flush={data !== undefined && data.count > 0}
      actions={
        canHave && (
          <Button small onPress={() => setOpen(true)}>
            {t('passkey.add')}
          </Button>
        )
      }
    >
      {data?.count === 0 && <p>{t(canHave ? 'passkey.none' : 'passkey.not-here')}</p>}
      {data !== undefined && data.count > 0 && <Keys of={data.result} onRemove={setGone} />}
      {isOpen && <PasskeyForm onClose={() => setOpen(false)} />}
      {gone !== undefined && (
        <Confirm
          title={t('passkey.remove')}
          action={t('passkey.remove')}
          isDanger
          onClose={() => setGone(undefined)}
          write={() =>
            write('delete', 'security/own/passkey/remove/{passkey}', {
              path: { passkey: gone.passkey },
            })
          }
          done={{ say: t('passkey.removed'), touches: TOUCHES }}
        >
          <p>{t('passkey.remove.question', { label: gone.label })}</p>
        </Confirm>
      )}
    </Panel>
  );
}

interface KeysProps {
  readonly of: readonly Passkey[];
  readonly onRemove: (passkey: Passkey) => void;
}

function Keys(props: KeysProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('passkey.name')}</th>
          <th>{t('passkey.made')}</th>
          <th>{t('own-session.used')}</th>
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.of.map((passkey) => (
          <tr key={passkey.passkey}>
            <th scope="row">
              {passkey.label}{' '}
              {passkey.backedUp && <span className="faint">{t('passkey.kept')}</span>}
            </th>
            <td>{format.day(passkey.createdDttm)}</td>
            <td>{format.age(passkey.lastUsedDttm) || '–'}</td>
            <td className="end">
              <Button small onPress={() => props.onRemove(passkey)}>
                {t('passkey.remove')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NewPasskey {
  readonly name: string;
  readonly password: string;
}

/** One operation: the server sends options, the device creates a key, the server stores it. */
function adding({ name, password }: NewPasskey): Write<unknown> {
  const begun = write('post', 'security/own/passkey/begin', { body: { password } });
  const send = async () => {
    const response = await makePasskey(Object(await begun.send()).result);
    return write('post', 'security/own/passkey/finish', {
      body: { label: name, response },
    }).send();
  };
  return { request: begun.request, send };
}

function PasskeyForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const isRefused = act.error instanceof PasskeyRefused;
  const add = async (values: NewPasskey) => {
    const done = { say: t('passkey.added'), touches: TOUCHES };
    if ((await act.run(adding(values), done)) !== undefined) onClose();
  };
  return (
    <Dialog title={t('passkey.add')} onClose={onClose}>
      <PasswordForm
        act={isRefused ? { ...act, error: undefined } : act}
        action={t('passkey.add')}
        name={t('passkey.name')}
        onSubmit={add}
      >
        {isRefused && (
          <p className="notice bad" role="alert">
            {t('passkey.refused')}
          </p>
        )}
      </PasswordForm>
    </Dialog>
  );
}
