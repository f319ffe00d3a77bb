// A button for the pages before sign-in and for problems. It does without the library of the
// button in `button.tsx`, so that the sign-in loads soon.

import type { ReactNode } from 'react';

interface PlainButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly tone?: 'plain' | 'primary' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly isPending?: boolean;
  readonly small?: boolean;
}

export function PlainButton(props: PlainButtonProps): ReactNode {
  const { children, onPress, tone = 'plain', type = 'button', isPending = false, small } = props;
  return (
    <button
      // While it is pending, the Enter key in a field does not submit the form again either.
      type={isPending ? 'button' : type}
      className={small ? `button ${tone} small` : `button ${tone}`}
      aria-disabled={isPending}
      data-pending={isPending || undefined}
      onClick={isPending ? undefined : onPress}
    >
      {children}
    </button>
  );
}
