/** Help of the desk: the frame around the help pages, the dialog with it, and its commands. */
export { InfoFrame } from './InfoFrame.tsx';
export { registerHelpCommands, showsGettingStarted } from './help-commands.tsx';
export { FIRST_TOPIC, helpAddress, HOME_TOPIC } from './help-channel.ts';
