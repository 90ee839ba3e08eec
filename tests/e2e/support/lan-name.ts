/** Stands for a machine of the local network (plain-http.spec.ts). It is in the settings of every browser: a file with a browser of its own would start its servers again, too. */
export const LAN_NAME = 'desk.lan';
