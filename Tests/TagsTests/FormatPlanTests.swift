import Tags
import Testing

@Suite struct FormatPlanTests {
    @Test(arguments: [
        (Chip.ultralight, "E1100600"), (.ultralightC, "E1101200"), (.mf0ul11, "E1100600"), (.mf0ul21, "E1101000"),
        (.ntag203, "E1101200"), (.ntag210, "E1100600"), (.ntag212, "E1101000"), (.ntag213, "E1101200"),
        (.ntag215, "E1103E00"), (.ntag216, "E1106D00"),
    ]) func theChipsOwnContainer(_ chip: Chip, _ container: String) {
        let memory = tag(chip, cc: "00000000")
        let making = FormatPlan.make(memory, layout: chip.layout)
        guard case .plan(let plan) = making else {
            Issue.record("\(making)")
            return
        }
        #expect(plan.write.page == 3)
        #expect(plan.write.data.description == container)
        let formatted = plan.applied(to: memory)
        #expect(FormatPlan.make(formatted, layout: chip.layout) == .done)
        #expect(interpret(formatted, chip: chip).capacityBytes ?? 0 >= chip.layout.userPages.count * 4 - 20)
    }

    @Test(
        arguments: [
            (Chip.ntag213, "E1000000", nil), (.ntag213, "00001200", nil),
            (
                .ntag213, "F110FFEE",
                "the capability container F110FFEE can never become E1101200: its bits go from 0 to 1 alone"
            ),
            (
                .ntag213, "E1200000",
                "the capability container E1200000 can never become E1101200: its bits go from 0 to 1 alone"
            ),
            (
                .ntag213, "FFFFFFFF",
                "the capability container FFFFFFFF can never become E1101200: its bits go from 0 to 1 alone"
            ),
            (
                .ntagI2C1K, "00000000",
                "unsupported chip for formatting: which container NTAG I2C 1K takes is not known for sure"
            ),
            (
                .st25tn512, "00000000",
                "unsupported chip for formatting: which container ST25TN512 takes is not known for sure"
            ),
        ] as [(Chip, String, String?)]) func otherContainers(_ chip: Chip, _ container: String, _ why: String?)
    {
        let making = FormatPlan.make(tag(chip, cc: container), layout: chip.layout)
        if let why {
            #expect(making == .impossible(why))
        } else {
            guard case .plan(let plan) = making else {
                Issue.record("\(making)")
                return
            }
            #expect(plan.write.data == chip.layout.factoryContainer)
        }
    }

    @Test func pageThreeIsKept() {
        let layout = Chip.ntag213.layout
        #expect(
            FormatPlan.make(tag(.ntag213, cc: "00000000", staticLock: "0800"), layout: layout)
                == .impossible("page 3 is locked: it takes no capability container any more"))
        let protected = tag(.ntag213, cc: "00000000", cfg0: "04000003")
        #expect(FormatPlan.make(protected, layout: layout) == .needsPassword(from: 3))
        guard case .plan = FormatPlan.make(protected, layout: layout, isOpen: true) else {
            Issue.record("an open tag is not formatted")
            return
        }
    }
}
