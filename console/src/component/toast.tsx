// Toasts are short messages about completed actions, which screen readers announce.

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSpeech } from '../lib/language.js';
import { dropToast, type Toast, useToasts } from '../lib/toast.js';
import { isDuplicate } from '../lib/warning.js';
import { Button } from './button.js';
import { ProblemText } from './problem.js';

export function Toasts(): ReactNode {
  const { t } = useSpeech();
  const shown = useToasts();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`toast ${toneOf(toast)}`}>
          <div>
            {toast.retry !== undefined && <p>{t('setting.unsaved')}</p>}
            <Words {...toast} />
            {toast.retry !== undefined && <Retry {...toast} retry={toast.retry} />}
          </div>
          <Button tone="quiet" small label={t('action.close')} onPress={() => dropToast(toast.id)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
    </div>
  );
}

function Retry({ id, retry }: Toast & { readonly retry: () => void }): ReactNode {
  const { t } = useSpeech();
  const press = () => {
    dropToast(id);
    retry();
  };
  return (
    <Button small onPress={press}>
      {t('action.try-again')}
    </Button>
  );
}

function toneOf({ warning, error }: Toast): string {
  if (error !== undefined) return 'bad';
  return warning === undefined ? '' : 'wait';
}

function Words({ text, warning, error }: Toast): ReactNode {
  const { t } = useSpeech();
  if (error !== undefined) return <ProblemText error={error} />;
  if (warning === undefined) return text;
  const { id, detail } = warning;
  return id !== undefined && isDuplicate(warning) ? t('warning.duplicate', { id }) : detail;
}
