// A button for the pages before sign-in and for problems. It does not use the library behind
// `button.tsx`, so that the sign-in page loads quickly.

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
      // While a submission is pending, Enter in a field must not submit the form again either.
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
