// English messages for the pages before sign-in and for problems. They load with the sign-in page.

export const door = {
  'account.again': 'Repeat the new password',
  'account.again.differs': 'The passwords do not match.',
  'account.new': 'New password',
  'forgot.back': 'Back to sign-in',
  'forgot.go': 'Send the link',
  'forgot.hint': 'We will send a link to your e-mail address on record.',
  'forgot.name': 'User name or e-mail address',
  'forgot.sent':
    'If this user exists and has an e-mail address, a link has been sent. It is valid for 30 ' +
    'minutes. If none arrives, ask your administrator for one.',
  'forgot.title': 'Forgot your password',
  'problem.bug':
    'Internal error in the console. Reload the page. If it happens again, contact your operator.',
  'problem.check-again': 'Check again',
  'problem.connection':
    'The server is not responding. Your input has been kept. Try again in a moment.',
  'problem.page': 'About {code}',
  'problem.request': 'Request {id}',
  'problem.unanswered':
    'The server has not responded, so we do not know whether this was done. Press “Check again” ' +
    'to find out without doing it twice. Your later changes are not included.',
  'problem.wait-minutes':
    'Too many attempts. Try again in {count, plural, one {# minute} other {# minutes}}.',
  'problem.wait-seconds':
    'Too many attempts. Try again in {count, plural, one {# second} other {# seconds}}.',
  'reset.again': 'Request another link',
  'reset.done': 'The password has been set. Sign in with the new one.',
  'reset.go': 'Set the password',
  'reset.hint': 'This signs you out everywhere. A second factor remains turned on.',
  'reset.title': 'Set a new password',
  'shell.business-date': 'Business date',
  'sign-in.code': 'Second-factor code',
  'sign-in.demo': 'Demonstration: nothing here is real.',
  'sign-in.demo-changed': 'The password of this user has been changed. Sign in with it.',
  'sign-in.documents': 'API reference',
  'sign-in.forgot': 'Forgot your password?',
  'sign-in.go': 'Sign in',
  'sign-in.hint':
    'On its first start, the server writes the user names and passwords to credentials.json in ' +
    'its data folder.',
  'sign-in.look-around': 'Or look around as',
  'sign-in.name': 'User name',
  'sign-in.passkey': 'Sign in with a passkey',
  'sign-in.password': 'Password',
  'sign-in.purpose': 'A stockbroker’s orders, money and customers in one set of books.',
  'sign-in.role.ADMIN': 'Administrator',
  'sign-in.role.APPROVER': 'Approver',
  'sign-in.role.AUDITOR': 'Auditor',
  'sign-in.role.CRM': 'Customer relations',
  'sign-in.role.DEALER': 'Dealer',
  'sign-in.role.FINANCE': 'Finance',
  'sign-in.role.OPERATIONS': 'Operations',
  'sign-in.title': 'Sign in to {firm}',
  'sign-in.try':
    'Try it: place an order as a dealer, approve a payment as an approver, trace a figure to ' +
    'its journal in finance, close the day as operations.',
  'sign-in.version': 'Version {version}',
} as const;

export type DoorId = keyof typeof door;
