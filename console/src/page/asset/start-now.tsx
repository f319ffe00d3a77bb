// Starts a submitted placement. The customer is debited, and interest accrues from today.

import type { ReactNode } from 'react';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { type Instrument, permissionOf, startOf } from './instrument.js';
import { PLACEMENT_TOUCHES } from './placement.js';

interface StartNowProps {
  readonly kind: Instrument;
  readonly id: number;
  readonly onClose: () => void;
}

export function StartNow({ kind, id, onClose }: StartNowProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const mayStart = useMay(permissionOf(kind, 'post'));
  const start = async () => {
    const done = { say: t('placement.started'), touches: PLACEMENT_TOUCHES };
    if ((await act.run(startOf(kind, id), done)) !== undefined) onClose();
  };
  return (
    <div className="stack">
      <p>{t(mayStart ? 'placement.start.question' : 'placement.start.other')}</p>
      <Problem error={act.error} />
      <div className="actions end">
        {mayStart && <CurlButton write={() => startOf(kind, id)} />}
        <Button onPress={onClose}>{t(mayStart ? 'cash.post.later' : 'action.close')}</Button>
        {mayStart && (
          <Button tone="primary" onPress={start} isPending={act.isPending} autoFocus>
            {t('placement.start')}
          </Button>
        )}
      </div>
    </div>
  );
}
