// Shows the keys that encrypt personal data, and the keys that seal contract notes.

import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Page, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { notify } from '../../lib/toast.js';
import { write } from '../../lib/write.js';

/** The number of keys shown, newest first. */
const SHOWN_MAX = 100;

export function KeysPage(): ReactNode {
  const { t } = useSpeech();
  return (
    <Page title={t('place.keys')}>
      <DataKeys />
      <SealKeys />
    </Page>
  );
}

/** Returns whether the user has the permission and may change data shared by all offices. */
function useMayForFirm(permission: string): boolean {
  const own = useOwn();
  return own?.allOffices === true && own.may(permission);
}

function DataKeys(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [isRotating, setRotating] = useState(false);
  const mayRotate = useMayForFirm('identity.data-key.rotate');
  const { data, error } = useRead('security/data-key/list', { query: { s: SHOWN_MAX } });
  return (
    <Panel
      title={t('key.data')}
      flush
      actions={
        mayRotate && (
          <Button small onPress={() => setRotating(true)}>
            {t('key.rotate')}
          </Button>
        )
      }
    >
      <p className="padded">{t('key.data.says')}</p>
      <Problem error={error} />
      <table className="plain">
        <thead>
          <tr>
            <th>{t('key.version')}</th>
            <th>{t('key.purpose')}</th>
            <th>{t('user.state')}</th>
            <th>{t('key.since')}</th>
            <th>{t('key.replaced')}</th>
            <th>{t('key.made')}</th>
          </tr>
        </thead>
        <tbody>
          {data?.result.map((key) => (
            <tr key={`${key.purpose} ${key.name}`}>
              <th scope="row">{key.name}</th>
              <td>{t(key.purpose === 'SEAL' ? 'key.purpose.seal' : 'key.purpose.index')}</td>
              <td>
                <Badge state={stateOf(key)} />
              </td>
              <td>{format.dayAndTime(key.sealsFromDttm)}</td>
              <td>{format.dayAndTime(key.replacedDttm) || '–'}</td>
              <td>{`${format.dayAndTime(key.createdDttm)}, ${key.createdBy}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isRotating && (
        <Confirm
          title={t('key.data.rotate')}
          action={t('key.rotate')}
          onClose={() => setRotating(false)}
          write={() => write('post', 'security/data-key/rotate', { body: {} })}
          done={{ say: t('key.data.rotated'), touches: ['security/data-key'] }}
        >
          <p>{t('key.data.rotate.says')}</p>
        </Confirm>
      )}
    </Panel>
  );
}

/** This node cannot decrypt data whose key it does not have. */
function stateOf({ active, held }: { readonly active: boolean; readonly held: boolean }): string {
  if (!held) return 'KEY_MISSING';
  return active ? 'KEY_IN_USE' : 'KEY_READS';
}

function SealKeys(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [isRotating, setRotating] = useState(false);
  const mayRotate = useMayForFirm('system.note-seal-key.rotate');
  const { data, error } = useRead('order/note-seal-key/list', { query: { s: SHOWN_MAX } });
  const copy = async (publicJwk: object) => {
    await navigator.clipboard.writeText(JSON.stringify(publicJwk));
    notify(t('key.copied'));
  };
  return (
    <Panel
      title={t('key.seal')}
      flush
      actions={
        mayRotate && (
          <Button small onPress={() => setRotating(true)}>
            {t('key.rotate')}
          </Button>
        )
      }
    >
      <p className="padded">{t('key.seal.says')}</p>
      <Problem error={error} />
      {data?.count === 0 && <p className="padded faint">{t('key.seal.none')}</p>}
      <table className="plain">
        <thead>
          <tr>
            <th>{t('key.print')}</th>
            <th>{t('user.state')}</th>
            <th>{t('key.since')}</th>
            <th>
              <span className="sr">{t('action.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.result.map(({ name, active, createdDttm, publicJwk }) => (
            <tr key={name}>
              <th scope="row" className="mono">
                {name}
              </th>
              <td>
                <Badge state={active ? 'KEY_SEALS' : 'KEY_VERIFIES'} />
              </td>
              <td>{format.dayAndTime(createdDttm)}</td>
              <td className="end">
                <Button small onPress={() => void copy(publicJwk)}>
                  {t('key.copy')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isRotating && (
        <Confirm
          title={t('key.seal.rotate')}
          action={t('key.rotate')}
          onClose={() => setRotating(false)}
          write={() => write('post', 'order/note-seal-key/rotate')}
          done={{ say: t('key.seal.rotated'), touches: ['order/note-seal-key'] }}
        >
          <p>{t('key.seal.rotate.says')}</p>
        </Confirm>
      )}
    </Panel>
  );
}
