// English messages about the user's own account.

export const identity = {
  'account.change': 'Change the password',
  'account.changed': 'The password has been changed. Sign in with the new one.',
  'account.change.hint': 'This signs you out of all sessions, including this one.',
  'account.password': 'Password',
  'account.present': 'Current password',
  'factor.begin': 'Turn on',
  'factor.code': 'Six-digit code from the app',
  'factor.codes':
    'Each code signs you in once if you lose the device. The codes are shown only once. Do not ' +
    'store them on the same device.',
  'factor.copy': 'Copy the codes',
  'factor.copied': 'Codes copied to the clipboard.',
  'factor.end': 'Turn off',
  'factor.ended': 'The second factor has been turned off.',
  'factor.kept': 'I have saved the codes',
  'factor.left': 'Recovery codes left',
  'factor.off':
    'You sign in with a password only. With a second factor you also enter a code from an app ' +
    'on your phone.',
  'factor.on': 'The second factor is on.',
  'factor.qr': 'QR code for the secret',
  'factor.scan': 'Scan the QR code with the app, or type the secret into it.',
  'factor.secret': 'Secret',
  'factor.since': 'On since',
  'factor.title': 'Second factor',
  'own-session.current': 'This session',
  'own-session.end': 'End',
  'own-session.end.question': 'That session will be signed out.',
  'own-session.ended': 'The session has been ended.',
  'own-session.expires': 'Expires',
  'own-session.from': 'Address',
  'own-session.signed-in': 'Signed in',
  'own-session.title': 'Your sessions',
  'own-session.used': 'Last used',
  'passkey.add': 'Add a passkey',
  'passkey.added': 'The passkey has been added.',
  'passkey.kept': 'stored on more than one device',
  'passkey.made': 'Added',
  'passkey.name': 'Device name',
  'passkey.none':
    'No passkeys yet. With a passkey, you sign in with a fingerprint, face recognition or your ' +
    'device’s PIN.',
  'passkey.not-here':
    'Passkeys need a browser that supports them, and a host name in the server’s address.',
  'passkey.refused': 'The device did not create a passkey. Nothing was changed.',
  'passkey.remove': 'Remove',
  'passkey.remove.question': 'You will no longer be able to sign in with {label}.',
  'passkey.removed': 'The passkey has been removed.',
  'passkey.title': 'Passkeys',
} as const;
