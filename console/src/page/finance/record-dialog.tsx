// A dialog with one record of the books: its loading state, its error, or its content.

import type { ReactNode } from 'react';
import { Dialog } from '../../component/dialog.js';
import { Loaded } from '../../component/loaded.js';

interface RecordDialogProps<Reply> {
  readonly of: { readonly data: Reply | undefined; readonly error: Error | null };
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (data: Reply) => ReactNode;
}

export function RecordDialog<Reply>(props: RecordDialogProps<Reply>): ReactNode {
  const { of, title, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose} place="wide">
      <Loaded of={of}>{(data) => <div className="stack">{children(data)}</div>}</Loaded>
    </Dialog>
  );
}
