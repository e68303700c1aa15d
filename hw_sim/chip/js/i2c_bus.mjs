// The I2C bus of the board: targets by address, 400 kHz times, errors of absent parts.

const BYTE_NS = 22_500; // nine bits at 400 kHz; the address is a byte too
const POLLED = new Set([0x34, 0x70, 0x74, 0x78]); // RAW_INTR_STAT, STATUS, TXFLR, RXFLR

/** Connects rp2040js's controller with the parts; counts what passes. */
export class I2cBus {
  constructor(targets) {
    this.targets = targets; // Map address → part with begin(isRead), write(byte), read()
    this.absent = new Set();
    this.bytes = 0;
    this.transfers = 0;
    this.nacks = 0;
  }

  attach(controller, clock) {
    let target = null;
    let answer = null;
    const alarm = clock.createAlarm(() => {
      const fn = answer;
      answer = null;
      fn();
    });
    const later = (fn) => {
      this.bytes++;
      answer = fn;
      alarm.schedule(BYTE_NS);
    };
    controller.onStart = () => controller.completeStart();
    controller.onConnect = (address, mode) => {
      this.transfers++;
      target = this.absent.has(address) ? null : this.targets.get(address);
      if (target) target.begin(mode === 1);
      else this.nacks++;
      later(() => controller.completeConnect(!!target));
    };
    controller.onWriteByte = (byte) => later(() => {
      target.write(byte);
      controller.completeWrite(true);
    });
    controller.onReadByte = () => later(() => controller.completeRead(target.read()));
    controller.onStop = () => controller.completeStop();

    // The driver polls the controller while a byte is on the wire. Nothing can change before the
    // next alarm, so the clock jumps there: the same time passes without emulating each look.
    const readRegister = controller.readUint32.bind(controller);
    controller.readUint32 = (offset) => {
      if (answer && POLLED.has(offset)) {
        const waitNs = clock.nextAlarm.nanos - clock.nanosCounter;
        if (waitNs > 0) clock.tick(waitNs);
      }
      return readRegister(offset);
    };
  }
}
