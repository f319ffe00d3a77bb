// A dialog, centred if it asks a question, and at the side if it is used alongside a list.

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useSpeech } from '../lib/language.js';
import { Button } from './button.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly place?: 'middle' | 'side' | 'wide';
}

export function Dialog({ title, onClose, children, place = 'middle' }: DialogProps): ReactNode {
  const { t } = useSpeech();
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={`dialog ${place}`}>
        <AriaDialog>
          <div className="head">
            <Heading slot="title">{title}</Heading>
            <Button tone="quiet" label={t('action.close')} onPress={onClose}>
              <X aria-hidden />
            </Button>
          </div>
          <div className="body">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
